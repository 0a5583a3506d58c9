// Checks the log and the deals of a record, from docs/DEALS.md alone; it knows no rules of games:
//   node docs/verify.mjs FILE [HEAD or link to a message …]
// Exit codes: 0 agrees with the heads you gave, 1 refused, 2 incomplete, 3 consistent, nothing compared, 64 wrong usage.
// Needs Node 18 or later, and for the signatures of the public beacon `npm install @noble/curves@1.9.7` in the folder of
// this file.
import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const AGREES = 0, REFUSED = 1, INCOMPLETE = 2, UNCOMPARED = 3, USAGE = 64;
export const QUICKNET =
  "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2" +
  "2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
const GENESIS = 1692803367n, PERIOD = 3n, EPOCH = 1420070400000n, LINKS = 4096, LEEWAY = 120000n;
const MOST_BYTES = 64 * 2 ** 20, MOST_WORDS = 8192, MOST_SEATS = 8, MOST_POSTS = 1000, MOST_RESTORED = 8, MOST_PLACES = 8, MOST_SILENCES = 8, MOST_ACTS = 8, MOST_ID = 2n ** 63n - 1n;
const UNSEEN = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;

class Refused extends Error {}
class TooLong extends Error {}
const refuse = (said) => { throw new Refused(said); };
const need = (true_, said) => true_ || refuse(said);
const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
const short = (hex) => Buffer.from(hex, "hex").toString("base64url").slice(0, 22);
const harmless = (text) => text.replace(new RegExp(UNSEEN.source, "gu"), "?");
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// ——— Reading

const whole = (n, low = 0, high = Number.MAX_SAFE_INTEGER) => Number.isSafeInteger(n) && n >= low && n <= high;
const text = (value, most = 4096) => typeof value === "string" && (value.length <= most || [...value].length <= most);
const hex = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const list = (value, is) => Array.isArray(value) && value.every(is);
const object = (value, fields) =>
  value !== null && typeof value === "object" && !Array.isArray(value) &&
  same(Object.keys(value), Object.keys(fields)) && Object.entries(fields).every(([key, is]) => is(value[key]));
const seat = (value) => value === null || whole(value, 0, MOST_SEATS - 1);
const any = () => true;
const string = (value) => typeof value === "string";
const picks = (n) => whole(n, 1, 2 ** 32), pick = (n) => whole(n, 0, 2 ** 32 - 1);
const plain = (value) => value === null || typeof value === "boolean" || string(value) || Number.isSafeInteger(value);
const options = (value) => value !== null && typeof value === "object" && !Array.isArray(value) &&
  Object.entries(value).every(([name, one]) => /^[a-z][a-z0-9_]{0,39}$/.test(name) && plain(one));

const STEP = { seq: (n) => whole(n, 1), kind: (k) => string(k) && /^[a-z]{1,20}$/.test(k), seat,
  notation: text, at: (n) => whole(n), hash: hex };
const DEAL = { deck: text, order: text, picks, pick };
const RECORD = { format: string, table: (n) => whole(n),
  steps: (v) => list(v, (s) => object(s, STEP)) && v.length > 0,
  seeds: (v) => list(v, hex), deals: (v) => list(v, (d) => object(d, DEAL)) };
const FORMAT = "boneyard-record-v4", OLDER = ["boneyard-record-v1", "boneyard-record-v2", "boneyard-record-v3"];

// Whether bytes can be parsed in little memory: few levels, and no more values than a record of their length has.
function modest(data) {
  const most = data.length / 20;
  let depth = 0, commas = 0, quoted = false;
  for (let i = 0; i < data.length && depth < 8 && commas <= most; i++) {
    const byte = data[i];
    if (byte === 0x22) quoted = !quoted;
    else if (byte === 0x5c && quoted) i++;
    else if (quoted) continue;
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c) commas++;
  }
  return depth < 8 && commas <= most;
}

// Whether a file is exactly what JSON.stringify(record, null, 1) and a line break are, compared piece by piece.
function canonical(record, file) {
  let at = 0;
  const next = (piece) => file.startsWith(piece, at) && (at += piece.length);
  const indented = (value, by) => JSON.stringify(value, null, 1).replaceAll("\n", "\n" + by);
  const all = Object.entries(record).every(([key, value], i) => {
    if (!next(`${i ? "," : "{"}\n ${JSON.stringify(key)}: `)) return false;
    if (!Array.isArray(value) || !value.length) return next(indented(value, " "));
    return value.every((one, n) => next(`${n ? "," : "["}\n  ${indented(one, "  ")}`)) && next("\n ]");
  });
  return all && next("\n}\n") && at === file.length;
}

function read(data) {
  if (data.length > MOST_BYTES) throw new TooLong();
  need(modest(data), "This is not a record: the file has another shape than records have.");
  let file, record;
  try {
    file = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
    record = JSON.parse(file);
  } catch {
    refuse("This is not a record: the file can't be read as JSON.");
  }
  const told = record !== null && typeof record === "object" ? record.format : null;
  need(!OLDER.includes(told), "This record has an older format, which nothing reads any more.");
  need(told === FORMAT, "This is not a record: its format is none that this verifier knows.");
  need(object(record, RECORD), "This is not a record: a field is missing, or is not as records have it.");
  need(canonical(record, file) && !/\\ud[89a-f]/.test(file),
    "This is not a record: the file is written in another way than records are.");
  need(!record.steps.some((step) => UNSEEN.test(step.notation)),
    "This is not a record: a text has a character that can't be printed.");
  return record;
}

// ——— Decks: the section "Decks" of docs/DEALS.md

export function dominoes(highest) {
  const tiles = [];
  for (let sum = 0; sum <= 2 * highest; sum++)
    for (let high = Math.ceil(sum / 2); high <= Math.min(sum, highest); high++) tiles.push(`${high}-${sum - high}`);
  return tiles;
}

const SIGNS = [..."ABCDEFGHI123456789", "sun", "star", "heart", "diamond", "ring", "triangle", "moon", "plus", "drop",
  "joker"];
const COLOURS = ["red", "green", "blue", "yellow", "purple"];

const SETS = [6, 9, 12, 15, 18];
const set = ({ options }, usual) => dominoes(options.set ?? usual);

// The options that decide what is shuffled: each start names them.
const OPTIONS = { draw: ["set", "first_lead"], fives: ["set", "first_lead", "next_lead"],
  chickenfoot: ["set", "opening_missing", "rounds"], moon: ["seats"], blockers: ["variant", "no_legal", "series"],
  fortytwo: [] };

// Refuses a start that leaves open what is shuffled.
function needGame({ game, seats, options }) {
  if (!Object.hasOwn(DECKS, game)) return;
  const [[fewest, most]] = DECKS[game];
  need(seats >= fewest && seats <= most, `The game isn't for ${seats} seats.`);
  for (const name of OPTIONS[game])
    need(Object.hasOwn(options, name), `The game starts without the option ${name}.`);
  need(!OPTIONS[game].includes("set") || options.set === null || SETS.includes(options.set),
    "The game starts with a set of tiles that doesn't exist.");
}

// For each game its seats, and for a deal [whether a deck is the game's, among how many picks it may choose].
export const DECKS = {
  draw: [[2, 8], (start, deal) => {
    const lot = start.options.first_lead === "random";
    return [exactly(set(start, start.seats <= 4 ? 6 : start.seats <= 6 ? 9 : 12)), [lot && deal === 1 ? start.seats : 1]];
  }],
  fives: [[2, 4], (start, deal) => {
    const lot = start.options.first_lead === "random", won = ["winner", "side"].includes(start.options.next_lead);
    return [exactly(set(start, 6)), deal === 1 ? [lot ? start.seats : 1] : won ? [1, start.seats] : [1]];
  }],
  chickenfoot: [[2, 8], (start, deal) => {
    let deck = set(start, start.seats <= 6 ? 9 : 12);
    const missing = start.options.opening_missing;
    if (missing === "set_aside") {
      const highest = Number(deck.at(-1).split("-")[0]), said = start.options.rounds;
      const rounds = typeof said === "number" && said >= 1 && said <= highest ? said : highest + 1;
      const double = highest - ((deal - 1) % rounds);
      deck = deck.filter((tile) => tile !== `${double}-${double}`);
    }
    return [exactly(deck), [deal === 1 && missing !== "simultaneous" ? start.seats : 1]];
  }],
  moon: [[3, 3], (start, deal) => {
    const ways = start.options.seats === "random" ? 2 : 1;
    return [exactly(dominoes(6).filter((tile) => tile === "0-0" || !tile.endsWith("-0"))), [deal === 1 ? 3 * ways : 1]];
  }],
  fortytwo: [[4, 4], (start, deal) => [exactly(dominoes(6)), [deal === 1 ? 4 : 1]]],
  blockers: [[2, 5], (start, deal) => {
    const n = start.options.variant === "profi" ? 2 * start.seats : start.seats;
    const piles = COLOURS.slice(0, n).map((colour) => SIGNS.map((sign) => `${colour} ${sign}`));
    if (deal === 1) return [exactly(piles.flat()), [start.seats]];
    const series = start.options.series !== "single", swaps = start.options.no_legal === "swap";
    const supply = (deck) => deck.length <= 24 &&
      piles.some((pile) => same(pile.filter((tile) => deck.includes(tile)), deck));
    return [(deck) => (series && same(deck, piles.flat())) || (swaps && supply(deck)), [1]];
  }],
};
const exactly = (deck) => (told) => same(told, deck);

function needDeck(start, deal, told, place) {
  if (!Object.hasOwn(DECKS, start.game)) return;
  const [is, among] = DECKS[start.game][1](start, place);
  need(is(told.deck.split(", ")), `Deal ${deal} shuffles another deck than the game has.`);
  need(among.includes(told.picks), `Deal ${deal} chooses among ${told.picks}, which the game doesn't.`);
}

// ——— The shuffle

function* words(text_) {
  for (let size = 1024, at = 0; ; at = size, size *= 2) {
    const stream = createHash("shake256", { outputLength: size }).update(text_, "utf8").digest();
    for (; at < size; at += 4) yield stream.readUInt32BE(at);
  }
}

function below(n, stream) {
  const limit = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const { value } = stream.next();
    if (value < limit) return value % n;
  }
}

function shuffled(tiles, stream) {
  for (let place = tiles.length - 1; place > 0; place--) {
    const other = below(place + 1, stream);
    [tiles[place], tiles[other]] = [tiles[other], tiles[place]];
  }
  return tiles;
}

function needOrder(number, told, mixed) {
  const stream = words(mixed), tiles = shuffled(told.deck.split(", "), stream);
  need(told.order === tiles.join(", "),
    `Deal ${number} comes out in another order than its seed and beacon give.`);
  need(told.pick === (told.picks > 1 ? below(told.picks, stream) : 0),
    `Deal ${number} has another pick than its seed and beacon give.`);
}

// ——— The log

const N = "([1-9][0-9]{0,15})", ID = "([1-9][0-9]{0,18})", H = "([0-9a-f]{64})";
const NEW = new RegExp(`^\\{"deals":4,"root":"${H}","beacon":(true|false)` +
  `(?:,"server":${ID})?(?:,"channel":${ID})?(?:,"thread":${ID})?\\}$`);
const DUE = new RegExp(`^\\{"deal":${N},"salt":"[0-9a-f]{32}"(?:,"root":"${H}")?\\}$`);
const POSTED = new RegExp(`^\\{"seq":${N},"channel":${ID},"message":${ID},"head":"([A-Za-z0-9_-]{22})"\\}$`);
const GONE = new RegExp(`^\\{"message":${ID}\\}$`);
const RESTORED = /^\{"copy":[1-9][0-9]{0,15},"until":[0-9]{1,19}(,"looked":true)?\}$/;
const VOTE = /^\{"yes":(true|false)(?:,"subject":"([a-z]{1,20})"(?:,"to":([1-9][0-9]{0,15}))?(?:,"name":"(?:[^"\\]|\\.)*")?)?\}$/;
const SILENCE = '{"yes":true}', ENDINGS = ["cancel", "finish"], SILENT_YES = [...ENDINGS, "pause", "seat"];
const REFUSED_SECONDS = 24 * 3600, FREE_SECONDS = 60;
const PLAYER = /^\{"player":(null|"[a-z]{1,20}")[,}]/;
const MODERATION = /^(?:close|pause|resume|free (?:0|[1-9][0-9]?))$/;
const MADE = new RegExp(`^\\{"deal":${N}(?:,"round":${N},"signature":"([0-9a-f]{96})")?\\}$`);
const START = { game: (v) => string(v) && /^[a-z][a-z0-9_]{0,39}$/.test(v), rules: (n) => Number.isSafeInteger(n),
  seats: (n) => Number.isSafeInteger(n), options };
const AFTER_END = ["posted", "rematch"]; // the only kinds of steps that come after the end
const MOVES = ["act", "auto", "late", "standin"]; // actions of seats in the game
const BEGUN = [...MOVES, "due", "end", "gone", "vote", "nobeacon", "pause", "deal", "restored", "undo"]; // those that come after the start
const timeOf = (message) => (message >> 22n) + EPOCH;

function started(step) {
  let said;
  try {
    said = JSON.parse(step.notation);
  } catch { /* it is none */ }
  need(object(said ?? null, START) && JSON.stringify(said) === step.notation, unread(step));
  return said;
}
const unread = (step) => `Step ${step.seq} has a notation that can't be read.`;
const hashed = (head, table, { seq, kind, seat, notation, at }) =>
  sha256(JSON.stringify([head, table, seq, kind, seat, notation, at]));

function readLog(record) {
  const log = { record, seated: [], shared: false, there: [], owned: [], asked: "", asker: null, to: "", askedAt: 0, again: false, no: new Map(), agreed: new Set(), free: new Set(), vacant: new Set(), silences: [], handovers: 0, closed: 0, closedByVote: false, act: "", acts: [], surrender: null, back: [], newest: 0, lastUndo: null, left: new Set(), dues: [], shown: new Map(), posted: new Set(), posts: [], deals: [], gone: new Set(), restored: [] };
  let head = "", at = 0;
  record.steps.forEach((step, i) => {
    need(step.seq === i + 1, `Step ${step.seq} stands where step ${i + 1} belongs.`);
    need((head = hashed(head, record.table, step)) === step.hash, `Step ${step.seq} doesn't match its hash.`);
    need((step.kind === "new") === (i === 0),
      `Step ${step.seq} ${i ? "opens the table, and isn't the first." : "doesn't open the table."}`);
    need(step.at >= at, `Step ${step.seq} is dated before the step before it.`);
    at = step.at;
    need(!log.ended || AFTER_END.includes(step.kind), `Step ${step.seq} comes after the end.`);
    need(log.ended || !log.closed || step.kind === "end", `Step ${step.seq} comes after the game was closed.`);
    const act = log.act;
    log.act = "";
    need(!act || carriesOut(log, act, step), `Step ${step.seq} isn't what a moderator did in the step before.`);
    if (Object.hasOwn(TAKE, step.kind)) take(log, step, act);
  });
  need(log.start, "The game never starts.");
  need(!log.act, "The record stops before what a moderator did.");
  need(log.ended || log.due, "The record stops in the middle of a round: no deal is due and it isn't over.");
  return log;
}

// Whether a step is what the moderator's step before it says.
function carriesOut(log, act, { kind, seat, notation }) {
  if (act === "close") return kind === "close" && (!log.start || notation === "moderator");
  if (act === "pause") return kind === "pause" && !notation;
  if (act === "resume") return kind === "pause" && Boolean(notation);
  return kind === "leave" && act === `free ${seat}`;
}

function take(log, step, act) {
  const at = `Step ${step.seq}`;
  need(log.start || !BEGUN.includes(step.kind), `${at} comes before the start.`);
  need(!step.notation.includes("\\") || ["join", "leave", "seat", "vote", ...MOVES].includes(step.kind), unread(step));
  TAKE[step.kind](log, step, at, act);
}
const needSeat = (log, step, at) =>
  need(step.seat !== null && step.seat < log.seated.length, `${at} names a seat that isn't there.`);
const isNew = (log, step) => !log.start && step.seat === log.seated.length && step.seat < MOST_SEATS;
const several = (seated) => seated.filter((person) => person).length > 1;

const waits = (log) => log.beacon && Boolean(log.announced); // whether a deal waits for the beacon
const agree = (log, asked) => asked.every((is, seat) => !is || log.agreed.has(seat));
const allAgree = (log) => agree(log, log.there);
const mostlyAlone = (log, subject) => ENDINGS.includes(subject) && log.there.filter((there) => there).length < 2;
function letIn(log) { // who asked for a seat, once all have agreed
  if (log.asked !== "seat" || !allAgree(log)) return;
  log.free.add(log.asker);
  log.asked = "";
}
function needVote(log, subject, at) {
  const asked = mostlyAlone(log, subject) ? log.owned : log.there; // then those who are away are asked too
  need(log.asked === subject && agree(log, asked), `${at} does what not all who were there agreed to.`);
  log.asked = "";
}

// The seats that play together, by the section "Partners" of docs/DEALS.md; null for a game that isn't there.
export const sides = ({ game, seats, options }) => {
  if (!Object.hasOwn(DECKS, game)) return null;
  const chosen = ["draw", "fives"].includes(game) && seats === 4 && options.teams === "pairs";
  return chosen || game === "fortytwo" ? [[0, 2], [1, 3]] : [];
};

// Who asked gives the game up with their partner, if that is a person who agreed.
function giveUp(log, step, at) {
  need(log.asked === "giveup", `${at} gives the game up, and nobody asked for that.`);
  const known = sides(log.start), side = known === null ? [log.asker] : known.find((one) => one.includes(log.asker));
  need(side, `${at} gives the game up for a player who has no partner.`);
  const people = side.filter((seat) => log.owned[seat]);
  need(people.length && people.every((seat) => log.agreed.has(seat)),
    `${at} gives the game up, and not both partners agreed to that.`);
  log.asked = "";
  log.surrender = [step.seq, people];
}

// An action of a seat, or a deal, after which nothing before it can be taken back.
function moved(log, step) {
  if (step.kind === "act" && step.seat !== null) log.back.push(step);
  else log.back = [];
  log.newest = step.seq;
  if (step.seat !== log.lastUndo) log.lastUndo = null;
  if (log.asked === "undo") log.asked = "";
}

// What a player did who has gone since can't be taken back by who comes.
function handedOver(log, seat) {
  log.handovers += 1;
  for (const move of log.back) if (move.seat === seat) log.left.add(move.seq);
}

// Whether a player may take moves back without a vote, their own first: it is the newest step and fresh, and not the second
// one, or nobody is left who could say no.
function isFree(log, step, [own, ...others]) {
  const fresh = own.seq === log.newest && step.at - own.at <= FREE_SECONDS && log.lastUndo !== own.seat;
  const reached = ({ seat }) => log.there[seat] || !(log.owned[seat] || log.vacant.has(seat));
  const alone = log.owned.filter((owned) => owned).length === 1 && [own, ...others].every(reached);
  return log.there[own.seat] && (fresh || alone);
}

// The first deal can draw the seats: whoever plays, and whoever agreed, sits on another one then.
function drawSeats(log, first) {
  const seed = log.record.seeds[first.due.deal - 1];
  if (log.start.options.drawseat !== true || seed === undefined) return;
  const stream = words(`seats-v4|${log.record.table}|${seed}|${randomOf(first)}`);
  const order = shuffled([...log.seated.keys()], stream), { there, owned, agreed, free, vacant } = log;
  log.there = order.map((old) => there[old]);
  log.owned = order.map((old) => owned[old]);
  log.asker = order.indexOf(log.asker);
  log.agreed = new Set([...order.keys()].filter((seat) => agreed.has(order[seat])));
  log.free = new Set([...order.keys()].filter((seat) => free.has(order[seat])));
  log.vacant = new Set([...order.keys()].filter((seat) => vacant.has(order[seat])));
}

const TAKE = {
  new(log, step, at) {
    const said = NEW.exec(step.notation) ?? refuse(unread(step));
    const ids = said.slice(3).map((id) => BigInt(id ?? 0));
    need(ids.every((id) => id <= MOST_ID), unread(step));
    [log.root, log.beacon, log.at] = [said[1], said[2] === "true", step.at];
    [log.server, log.channel, log.thread] = ids;
    log.opened = log.beacon;
  },
  join(log, step, at) {
    need(log.start || isNew(log, step), `${at} names a seat that isn't there.`);
    if (log.start) {
      needSeat(log, step, at);
      need(log.free.delete(step.seat), `${at} takes a seat that nobody left, and not all agreed to that.`);
      log.vacant.delete(step.seat);
      handedOver(log, step.seat);
    } else log.seated.push(true);
    log.there[step.seat] = log.owned[step.seat] = true;
    if (log.start) log.asked = ""; // a new player was not asked
    log.shared = Boolean(log.start) || several(log.seated);
  },
  leave(log, step, at) {
    needSeat(log, step, at);
    if (log.start) {
      log.there[step.seat] = log.owned[step.seat] = false;
      log.agreed.delete(step.seat);
      log.free.add(step.seat);
      log.vacant.add(step.seat);
      handedOver(log, step.seat);
      return letIn(log);
    }
    log.seated.splice(step.seat, 1);
    log.owned.splice(step.seat, 1);
    log.there.splice(step.seat, 1);
    log.shared = several(log.seated);
  },
  seat(log, step, at) {
    if (isNew(log, step)) log.owned.push(!log.seated.push(false));
    else needSeat(log, step, at);
    const said = PLAYER.exec(step.notation) ?? refuse(unread(step));
    log.there[step.seat] = said[1] === "null";
    if (log.start) log.handovers += 1;
    letIn(log);
  },
  start(log, step, at) {
    need(!log.start, `${at} starts the game a second time.`);
    log.start = started(step);
    need(log.start.seats === log.seated.length,
      `${at} starts with ${log.start.seats} seats, but ${log.seated.length} are taken.`);
  },
  due(log, step, at) {
    const said = DUE.exec(step.notation) ?? refuse(unread(step)), deal = log.dues.length + 1;
    need(!log.due, `${at} promises a deal while deal ${log.due?.deal} is due.`);
    need(Number(said[1]) === deal, `${at} promises deal ${said[1]}, but deal ${deal} is next.`);
    need((said[2] !== undefined) === (deal % LINKS === 0),
      `${at} has a root where none belongs, or none where one belongs.`);
    const root = deal === 1 ? log.root : (said[2] ?? "");
    log.due = { seq: step.seq, kind: "due", head: step.hash, at: step.at, deal, root };
    log.announced = null;
    log.dues.push(log.due);
    log.shown.set(step.seq, log.due);
  },
  posted(log, step, at) {
    const said = POSTED.exec(step.notation) ?? refuse(unread(step));
    const [seq, channel, message] = [Number(said[1]), BigInt(said[2]), BigInt(said[3])];
    need(channel <= MOST_ID && message <= MOST_ID, unread(step));
    need(log.channel, `${at} names a message of a table that was opened in no channel.`);
    need(log.shared, `${at} names a message of a table where one person sits alone, which has none.`);
    const shows = log.shown.get(seq) ?? refuse(`${at} names a message of step ${seq}, which none shows.`);
    need(!log.posted.has(seq), `${at} names a second message that shows step ${seq}.`);
    need(shows.kind !== "due" || shows === log.due, `${at} announces deal ${shows.deal}, which isn't due any more.`);
    need(said[4] === short(shows.head), `${at} names a message that shows another head than that of step ${seq}.`);
    const before = log.posts.at(-1), named = `${at} names message ${message}, which is`;
    need(!before || message > before.message, `${named}n't newer than the one before.`);
    need(timeOf(message) >= BigInt(shows.at) * 1000n - LEEWAY, `${named} older than what it shows.`);
    need(timeOf(message) <= BigInt(step.at) * 1000n + LEEWAY, `${named} newer than this step.`);
    const post = { message, channel, shows, waits: log.beacon && shows.kind === "due" };
    log.posts.push(post);
    log.posted.add(seq);
    if (shows.kind === "due") log.announced = post;
  },
  gone(log, step, at) {
    const said = GONE.exec(step.notation) ?? refuse(unread(step));
    const post = log.announced;
    need(post && String(post.message) === said[1] && !log.gone.has(post.message),
      `${at} takes away a message that no deal waits for.`);
    log.gone.add(post.message);
  },
  nobeacon(log, step, at) {
    need(step.notation === "", unread(step));
    need(waits(log), `${at} goes on without the beacon, for which no deal waits.`);
    needVote(log, "beacon", at);
    [log.beacon, log.votedAway, log.setAside] = [false, step.seq, log.announced];
    log.due = log.announced = null;
  },
  vote(log, step, at) {
    const [, yes, subject, to = ""] = VOTE.exec(step.notation) ?? refuse(unread(step));
    need(!subject || (step.seat !== null && (yes === "true" || subject === "seat")), unread(step));
    if (step.seat !== null) needSeat(log, step, at);
    if (subject && yes === "true") {
      need(subject !== "beacon" || waits(log), `${at} asks about the beacon, for which no deal waits.`);
      [log.asked, log.asker, log.agreed] = [subject, step.seat, new Set([step.seat])];
      [log.to, log.askedAt] = [to, step.at];
      log.again = step.at < (log.no.get(`${subject} ${to}`) ?? -Infinity) + REFUSED_SECONDS;
      return letIn(log);
    }
    if (subject) { // who asked for a seat doesn't want it any more
      log.free.delete(step.seat);
      return void (log.asker === step.seat && log.asked === subject && (log.asked = ""));
    }
    need(log.asked, `${at} answers, but nothing is asked.`);
    if (step.seat === null) {
      need(step.notation === SILENCE && SILENT_YES.includes(log.asked) && !log.again,
        `${at} takes silence for an answer, which it isn't.`);
      log.there.forEach((_, seat) => log.agreed.add(seat));
      log.silences.push([step.seq, step.at - log.askedAt]);
    } else if (yes === "true") log.agreed.add(step.seat);
    else {
      log.no.set(`${log.asked} ${log.to}`, step.at);
      log.asked = "";
    }
    letIn(log);
  },
  act: moved,
  auto: moved,
  late: moved,
  standin: moved,
  undo(log, step, at) {
    need(/^[1-9][0-9]{0,15}$/.test(step.notation), unread(step));
    const seq = Number(step.notation) + 1, place = log.back.findIndex((move) => move.seq === seq && move.seat === step.seat);
    need(place >= 0 && !log.left.has(seq), `${at} takes back a move that can't be taken back.`);
    if (log.shared && !isFree(log, step, log.back.slice(place))) {
      need(log.asker === step.seat && log.to === step.notation, `${at} takes a move back, and nobody asked for that.`);
      needVote(log, "undo", at);
    }
    log.back.splice(place);
    [log.newest, log.lastUndo] = [step.seq, step.seat];
    if (log.asked === "undo") log.asked = "";
  },
  moderation(log, step) {
    need(MODERATION.test(step.notation), unread(step));
    log.act = step.notation;
    if (log.start) log.acts.push([step.seq, step.notation]);
  },
  pause(log, step, at, act) {
    if (!log.shared || step.notation) return;
    if (!act) needVote(log, "pause", at);
    else if (log.asked === "pause") log.asked = "";
  },
  close(log, step, at, act) {
    if (!log.start) return;
    need(step.notation !== "moderator" || act, `${at} closes the game for a moderator, and none did that.`);
    [log.closed, log.closedByVote] = [step.seq, [...ENDINGS, "giveup"].includes(step.notation)];
    if (log.shared && ENDINGS.includes(step.notation)) needVote(log, step.notation, at);
    else if (log.shared && step.notation === "giveup") giveUp(log, step, at);
  },
  deal(log, step, at) {
    const said = MADE.exec(step.notation) ?? refuse(unread(step)), deal = Number(said[1]);
    need(log.due?.deal === deal, `${at} makes deal ${deal}, which isn't due.`);
    need(log.announced || !log.shared, `${at} makes deal ${deal}, which wasn't announced.`);
    const mixed = log.beacon && log.shared;
    need((said[2] !== undefined) === mixed, `${at} makes deal ${deal} ` +
      (mixed ? "without the beacon, for which it waits." : "with a beacon that the table doesn't use."));
    log.deals.push({ due: log.due, message: log.announced?.message ?? null, round: said[2] ?? "", signature: said[3] ?? "" });
    log.due = log.announced = null;
    moved(log, step);
    if (["beacon", "giveup"].includes(log.asked)) log.asked = ""; // it has spoken, and the next round begins
    if (log.deals.length === 1) drawSeats(log, log.deals[0]);
  },
  restored(log, step) {
    const said = RESTORED.exec(step.notation) ?? refuse(unread(step));
    if (said[1] === undefined) log.restored.push([step.seq, log.due ? log.due.deal : log.dues.length + 1]);
  },
  end(log, step) {
    need(step.notation === "", unread(step));
    log.ended = true;
    log.due = log.announced = null;
    log.shown.set(step.seq, { seq: step.seq, kind: "end", head: step.hash, at: step.at, root: "" });
  },
};

// ——— Deals

const randomOf = ({ signature }) => (signature ? createHash("sha256").update(signature, "hex").digest("hex") : "-");

const roundOf = (message) => {
  const due = timeOf(message) + 1000n - 1000n * GENESIS;
  return due <= 0n ? 1n : 1n + (due + 1000n * PERIOD - 1n) / (1000n * PERIOD);
};

// Returns what finds the first word that isn't the beacon's, by @noble/curves: its place, or -1. It checks many at once, each
// weighed by a number that nobody knows before; about 10 ms each.
export function signatures(noble, key = QUICKNET) {
  const { bls12_381: bls } = noble, G1 = bls.G1.ProjectivePoint, G2 = bls.G2.ProjectivePoint;
  const publicKey = G2.fromHex(key), DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
  const { ONE } = bls.fields.Fp12;
  return (words) => {
    const points = words.map(pointsOf), none = points.indexOf(null), sound = points.slice(0, none < 0 ? undefined : none);
    if (agree(sound)) return none;
    let [first, end] = [0, sound.length];
    while (end - first > 1) {
      const middle = (first + end) >> 1;
      if (agree(sound.slice(first, middle))) first = middle;
      else end = middle;
    }
    return first;
  };
  function pointsOf({ round, signature }) {
    const asked = Buffer.alloc(8);
    asked.writeBigUInt64BE(BigInt(round));
    try {
      const point = G1.fromHex(signature);
      point.assertValidity();
      if (point.equals(G1.ZERO) || !point.isTorsionFree() || point.toHex(true) !== signature) return null;
      const hash = bls.G1.hashToCurve(createHash("sha256").update(asked).digest(), { DST });
      return [point, G1.fromAffine(hash.toAffine())];
    } catch {
      return null;
    }
  }
  function agree(some) {
    if (!some.length) return true;
    const weights = some.map(() => BigInt(`0x${randomBytes(16).toString("hex")}`) + 1n);
    const sum = (i) => G1.msm(some.map((points) => points[i]), weights);
    const pairs = [{ g1: sum(0), g2: G2.BASE.negate() }, { g1: sum(1), g2: publicKey }];
    return bls.fields.Fp12.eql(bls.pairingBatch(pairs), ONE);
  }
}

function needDeals(record, log, findWrong) {
  needGame(log.start);
  const [n, seeds, told] = [log.deals.length, record.seeds.length, record.deals.length];
  const opened = log.dues.length - (log.due ? 1 : 0); // of each deal that is not due any more, whether it was made or not
  need(seeds === opened, `The log opens ${opened} seeds, but the record has ${seeds}.`);
  need(told === n, `The log makes ${n} deals, but the record has ${told}.`);
  record.seeds.forEach((seed, i) => {
    const deal = i + 1, root = i ? i % LINKS === 0 && log.dues[i - 1].root : log.root;
    need(sha256(`deal-v4|${record.table}|${deal}|${seed}`) === (root || record.seeds[i - 1]),
      `Deal ${deal} comes from a seed that wasn't fixed: ` +
        `the ${deal % LINKS === 1 ? "root of its chain" : "seed before it"} doesn't follow from it.`);
  });
  log.deals.forEach((dealt, i) => {
    const { deal } = dealt.due, seed = record.seeds[deal - 1];
    if (dealt.signature) {
      const due = roundOf(dealt.message);
      need(dealt.round === String(due),
        `Deal ${deal} uses round ${dealt.round} of the beacon, but its announcement names round ${due}.`);
    }
    needDeck(log.start, deal, record.deals[i], i + 1);
    needOrder(deal, record.deals[i], `deal-v4|${record.table}|${deal}|${seed}|${randomOf(dealt)}`);
  });
  return needWords(log, findWrong);
}

// A word of several deals is checked once, of very many only the first. Returns what is left unchecked.
function needWords(log, findWrong) {
  const words = new Map();
  log.deals.forEach(({ due, round, signature }) => {
    if (signature && !words.has(`${round} ${signature}`)) words.set(`${round} ${signature}`, { deal: due.deal, round, signature });
  });
  if (!words.size) return [];
  if (!findWrong)
    return ["The signatures of the beacon weren't checked: npm install @noble/curves@1.9.7 brings what can."];
  const some = [...words.values()].slice(0, MOST_WORDS), wrong = some[findWrong(some)];
  need(!wrong, `Deal ${wrong?.deal} has a signature that isn't the beacon's for round ${wrong?.round}.`);
  return words.size > some.length
    ? [`Only the first ${MOST_WORDS} of ${words.size} signatures of the beacon were checked.`] : [];
}

// ——— What a reader saw, and what must be compared by eye

const HEAD = /^[A-Za-z0-9_-]{22}$/;
const LINK = /^(?:https:\/\/[a-z.]{1,40}\/channels\/[0-9@me]{1,20}\/)?([0-9]{1,20})\/([0-9]{1,20})$/;

// The steps whose heads the channel can show, oldest first.
function anchors(log) {
  const alone = new Set(log.deals.filter((dealt) => dealt.message === null).map((dealt) => dealt.due.seq));
  return log.shared ? [...log.shown.values()].filter((shows) => !alone.has(shows.seq)) : [];
}

// Returns the last step that a head binds which a reader saw; 0 without any.
function needSeen(log, seen) {
  const heads = new Map(anchors(log).map((shows) => [short(shows.head), shows.seq]));
  const messages = new Set(log.posts.map((post) => `${post.channel}/${post.message}`));
  let bound = 0;
  for (const one of seen) {
    const link = LINK.exec(one);
    const there = link ? messages.has(`${BigInt(link[1])}/${BigInt(link[2])}`) : heads.has(one);
    need(there, `The ${link ? "message" : "head"} ${harmless(one).slice(0, 80)}, which you gave, isn't in the record.`);
    bound = Math.max(bound, heads.get(one) ?? 0);
  }
  return bound;
}

function toldOfHeads(record, log, seen, bound) {
  const lines = [], last = anchors(log).at(-1);
  if (bound) lines.push(`Compared up to step ${bound} of ${record.steps.length} by your heads.`);
  if (last && bound < last.seq)
    lines.push(`To compare all of it, give the head of step ${last.seq} as you saw it in the channel.`);
  if (seen.some((one) => LINK.test(one)))
    lines.push("A link shows only that its message is in the record. It proves no move: give its head too.");
  return lines;
}

const timed = (milliseconds) => `${new Date(Number(milliseconds)).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function told(log, { message, channel, shows, waits }) {
  const what = shows.kind === "due" ? `deal ${shows.deal}` : "the end";
  const later = Math.floor(Number(timeOf(message) - BigInt(shows.at) * 1000n) / 1000);
  const root = shows.root ? `, root ${short(shows.root)}` : "", round = roundOf(message);
  const word = waits ? `, beacon round ${round} of ${timed(1000n * (GENESIS + PERIOD * (round - 1n)))}` : "";
  const gone = log.gone.has(message) ? " (deleted before the deal)" : "";
  return `Message ${message} in channel ${channel}, ${timed(timeOf(message))} (${later} s after its step): ` +
    `${what}, head ${short(shows.head)}${root}${word}${gone}`;
}

// Names the deals that were not announced: the first ones, or all.
function alone(log) {
  const n = log.deals.filter((dealt) => dealt.message === null).length;
  if (!n) return [];
  if (!log.shared) return ["One person sat alone at this table, so no deal was announced: nothing can be compared."];
  return [n === 1
    ? "Deal 1 wasn't announced, since one person sat alone then: nothing of it can be compared."
    : `Deals 1 to ${n} weren't announced, since one person sat alone then: nothing of them can be compared.`];
}

// Says where the messages stand, and warns of places that don't belong to the table. A thread has the id of the message at
// which it was opened, which is the table's card; a table that goes on in an older thread names it.
function places(log) {
  const others = new Map(), own = log.channel;
  if (!log.posts.length) return [];
  for (const { channel, message } of log.posts.filter((post) => post.channel !== own)) {
    if (!others.has(channel)) others.set(channel, { first: message, n: 0 });
    others.get(channel).n += 1;
  }
  const lines = [...others].slice(0, MOST_PLACES).map(([place, { first, n }]) => {
    const since = timeOf(place) >= BigInt(log.at) * 1000n - LEEWAY && place < first;
    const messages = n === 1 ? "1 message is" : `${n} messages are`;
    return place === log.thread || since
      ? `${messages} in ${place}: a link shows whether that is a thread of this channel.`
      : `Warning: ${messages} in ${place}, which is neither this channel nor a thread opened since then: see whether you could read it.`;
  });
  const more = others.size - MOST_PLACES;
  if (more > 0) lines.push(more === 1 ? "Warning: there's 1 more place." : `Warning: there are ${more} more places.`);
  return [`This table was opened in channel ${own} of server ${log.server}.`, ...lines];
}

const neverMade = ({ message, shows }) =>
  `So deal ${shows.deal} was never made: look up whether round ${roundOf(message)} of the beacon was silent.`;

function compared(log) {
  const { posts } = log, more = posts.length - MOST_POSTS, all = (some) => some.map((post) => told(log, post));
  const lines = more <= 0 ? all(posts) : [...all(posts.slice(0, MOST_POSTS / 2)),
    more === 1 ? "1 more message is in the record." : `${more} more messages are in the record.`,
    ...all(posts.slice(-MOST_POSTS / 2))];
  lines.unshift(...alone(log));
  lines.push(...places(log));
  if (!log.opened) lines.push("This table has no beacon: its deals are only as fair as the bot's operator.");
  if (log.votedAway)
    lines.push(`From step ${log.votedAway} on there is no beacon: all players voted so.`, neverMade(log.setAside));
  if (posts.length)
    lines.push("None of these messages may be marked “(edited)”, or answer a command: Discord shows that above it.",
      "No other deal of this table may stand among them.",
      "A message that is gone was deleted. That alone is no forgery, and later heads still prove its step.",
      "A message that shows another head means that the record isn't that of the channel.");
  return [...lines, ...forPlayers(log)];
}

// What moderators of the server did after the start, as the log says.
function byModerators({ acts }) {
  const DID = { pause: "paused the game", resume: "resumed the game", close: "ended the game without a result" };
  const lines = acts.slice(0, MOST_ACTS).map(([seq, act]) =>
    `At step ${seq} a moderator of the server ${DID[act] ?? `freed seat ${Number(act.slice(5)) + 1}`}.`);
  const more = acts.length - MOST_ACTS;
  if (more > 0) lines.push(`Moderators did ${more} more thing${more === 1 ? "" : "s"}.`);
  if (lines.length) lines.push("The channel named the moderator each time: its players know whether that's true.");
  return lines;
}

// What the log says that people did, and only they can confirm.
function forPlayers(log) {
  const lines = byModerators(log), { handovers, silences, surrender } = log;
  if (!log.shared) return lines;
  if (handovers)
    lines.push(`At ${handovers} step${handovers === 1 ? "" : "s"} a seat changed hands, or a computer player came or went: ` +
      "its players know whether that's true.");
  for (const [seq, later] of silences.slice(0, MOST_SILENCES))
    lines.push(`At step ${seq} silence counted as a yes, ${later} s after the question: ` +
      "the players know whether they were asked.");
  const more = silences.length - MOST_SILENCES;
  if (more > 0) lines.push(`The same is true of ${more} more step${more === 1 ? "" : "s"}.`);
  if (surrender) {
    const [seq, [a, b]] = surrender;
    lines.push(b === undefined ? `At step ${seq} seat ${a + 1} gave up: its player knows whether that's true.`
      : `At step ${seq} seats ${a + 1} and ${b + 1} gave up: their players know whether that's true.`);
  }
  const moderated = log.acts.some(([seq, act]) => seq === log.closed - 1 && act === "close");
  if (log.closed && !log.closedByVote && !moderated) lines.push(`At step ${log.closed} the game was closed without a vote.`);
  return lines;
}

// ——— The verdict

const SAID = {
  [AGREES]: () => "Verdict: agrees with the heads you gave.",
  [REFUSED]: () => "Verdict: refused.",
  [INCOMPLETE]: () => "Verdict: incomplete.",
  [UNCOMPARED]: (bound) => `Verdict: consistent, nothing compared${bound ? ` after step ${bound}` : ""}.`,
};
const answered = (verdict, lines, bound = 0) => ({ verdict, lines, said: SAID[verdict](bound) });

// Returns {verdict, lines, said} for the bytes of a file; `findWrong` checks signatures, and null leaves
// them unchecked.
export function verify(data, seen = [], findWrong = null) {
  try {
    const record = read(data);
    const log = readLog(record), unproved = needDeals(record, log, findWrong);
    const bound = needSeen(log, seen);
    const [steps, deals] = [record.steps.length, log.deals.length];
    const lines = [...compared(log),
      `${steps} step${steps === 1 ? "" : "s"} and ${deals} deal${deals === 1 ? "" : "s"} agree with the protocol.`,
      ...toldOfHeads(record, log, seen, bound)];
    if (!Object.hasOwn(DECKS, log.start.game))
      unproved.push("This verifier doesn't know the game, so it didn't check what was shuffled.");
    if (log.surrender && sides(log.start) === null)
      unproved.push("It doesn't know the partners of this game, so it didn't check that both gave up.");
    for (const [seq, deal] of log.restored.slice(0, MOST_RESTORED))
      unproved.push(`At step ${seq} the bot was restored from an older copy. ` +
        `If deal ${deal} or a later one was announced before that, its tiles may have been seen and dealt again.`);
    const more = log.restored.length - MOST_RESTORED;
    if (more > 0) unproved.push(`The same is true of ${more} later steps.`);
    const whole_ = bound > 0 && bound === anchors(log).at(-1).seq;
    return answered(unproved.length ? INCOMPLETE : whole_ ? AGREES : UNCOMPARED, [...lines, ...unproved], bound);
  } catch (reason) {
    if (reason instanceof TooLong)
      return answered(INCOMPLETE, [`The file is larger than ${MOST_BYTES >> 20} MiB, which is more than this program reads.`]);
    if (!(reason instanceof Refused)) throw reason;
    return answered(REFUSED, [reason.message]);
  }
}

// Returns @noble/curves from the folder of this file; null if it is not installed there.
export async function installed() {
  try {
    return await import("@noble/curves/bls12-381");
  } catch {
    return null;
  }
}

function bytesOf(file) {
  const opened = openSync(file), data = Buffer.alloc(MOST_BYTES + 1);
  let size = 0;
  for (let more = 1; more && size < data.length; size += more) more = readSync(opened, data, size, data.length - size);
  closeSync(opened);
  return data.subarray(0, size);
}

async function main([file, ...seen]) {
  const unreadable = seen.find((one) => !HEAD.test(one) && !LINK.test(one));
  if (unreadable !== undefined) {
    console.error(`${harmless(unreadable)} is neither a head (22 characters) nor a link to a message.`);
    return USAGE;
  }
  let data;
  try {
    data = bytesOf(file);
  } catch {
    console.error(file === undefined ? "node docs/verify.mjs FILE [HEAD …]" : "The file can't be read.");
    return USAGE;
  }
  const noble = await installed();
  const { verdict, lines, said } = verify(data, seen, noble && signatures(noble));
  const moves = verdict === REFUSED ? [] : ["The moves weren't checked: this program knows no rules of games."];
  console.log([...lines, ...moves, said].join("\n"));
  return verdict;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2));
