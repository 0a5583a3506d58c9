// Verifies many records in one process: a line of JSON {file, seen} in, a line {verdict, lines} out.
// `node verify_many.mjs` lets every signature pass; with `none` it checks none and says so;
// with a KEY it checks them by @noble/curves from the folder it runs in.
import { createInterface } from "node:readline";
import { installed, signatures, verify } from "../../../docs/verify.mjs";

const key = process.argv[2] ?? "";
const simple = { "": () => true, none: null };
const noble = key in simple ? null : await installed();
if (!noble && !(key in simple)) {
  console.error("@noble/curves is not installed here");
  process.exit(1);
}
const agrees = key in simple ? simple[key] : signatures(noble, key);
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { file, seen } = JSON.parse(line);
  let answer;
  try {
    answer = verify(Buffer.from(file, "base64"), seen, agrees);
  } catch (error) {
    answer = { verdict: -1, lines: [String(error.stack)] };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
