// Checks the hashes and the deals of a record, from the description in engine/deal.py alone:  node docs/verify.mjs FILE
// Needs nothing but Node. `python -m bot verify FILE` checks the rules, too.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const record = JSON.parse(readFileSync(process.argv[2], "utf8"));
const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
const agree = (said, found, what) => {
  if (said === found) return;
  console.log(`${what} does not agree: the record says ${said}, but it is ${found}.`);
  process.exit(1);
};

let head = "";
for (const { seq, kind, seat, notation, at, hash } of record.steps) {
  head = sha256(JSON.stringify([head, record.table, seq, kind, seat, notation, at]));
  agree(hash, head, `The hash of step ${seq}`);
}

function* words(text) {
  for (let bytes = 4096; ; bytes *= 2) {
    const stream = createHash("shake256", { outputLength: bytes }).update(text, "utf8").digest();
    for (let at = bytes === 4096 ? 0 : bytes / 2; at < bytes; at += 4) yield stream.readUInt32BE(at);
  }
}

function below(n, stream) {
  const limit = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const { value } = stream.next();
    if (value < limit) return value % n;
  }
}

for (const { round, commitment, seed, entropy, deck, order, picks, pick } of record.rounds) {
  const sealed = ["deal-v1", record.table, round, seed].join("|");
  agree(commitment, sha256(sealed), `The commitment of round ${round}`);
  const stream = words([sealed, ...entropy].join("|"));
  const tiles = deck.split(", ");
  for (let i = tiles.length - 1; i > 0; i--) {
    const other = below(i + 1, stream);
    [tiles[i], tiles[other]] = [tiles[other], tiles[i]];
  }
  agree(order, tiles.join(", "), `The order of round ${round}`);
  agree(pick, picks > 1 ? below(picks, stream) : 0, `The pick of round ${round}`);
  console.log(`Round ${round}: ${tiles.join(", ")}`);
}
console.log(`Everything agrees: ${record.steps.length} hashes and ${record.rounds.length} deals.`);
