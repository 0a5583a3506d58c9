// Verifies many records in one process: a line of JSON {file, seen} in, a line {verdict, lines} out.
// `node verify_many.mjs` lets every signature pass; with `none` it checks none and says so;
// with a KEY it checks them by @noble/curves from the folder it runs in.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { signatures, verify } from "../../../docs/verify.mjs";

const key = process.argv[2] ?? "";
const simple = { "": () => -1, none: null };
const resolve = createRequire(join(process.cwd(), "x.js")).resolve;
const noble = key in simple ? null : await import(pathToFileURL(resolve("@noble/curves/bls12-381")).href);
const findWrong = key in simple ? simple[key] : signatures(noble, key);
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { file, seen } = JSON.parse(line);
  let answer;
  try {
    answer = verify(Buffer.from(file, "base64"), seen, findWrong);
  } catch (error) {
    answer = { verdict: -1, lines: [String(error.stack)] };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
