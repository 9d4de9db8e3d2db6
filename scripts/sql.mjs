// A connection to PostgreSQL over its Unix socket in plain node: the embedded programs bring no psql.
//
//   node scripts/sql.mjs SOCKET_FOLDER DATABASE                  connects and leaves: a probe
//   node scripts/sql.mjs SOCKET_FOLDER DATABASE -c "sql"         runs one statement
//   node scripts/sql.mjs SOCKET_FOLDER DATABASE a.sql b.sql ..   runs files, each in one transaction
//
// It speaks only the start of the protocol, simple queries and trust authentication, which is what
// scripts/postgres sets up. Rows of a statement are printed with tabs between the columns.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const [folder, database, ...rest] = process.argv.slice(2);
if (!folder || !database) {
  console.error("usage: node scripts/sql.mjs SOCKET_FOLDER DATABASE [-c SQL | FILE..]");
  process.exit(2);
}
const queries =
  rest[0] === "-c"
    ? [{ name: "statement", sql: rest[1] }]
    : rest.map((name) => ({ name, sql: readFileSync(name, "utf8") }));

const socket = connect(`${folder}/.s.PGSQL.5432`);
let running = null;
let pending = Buffer.alloc(0);

function fail(text) {
  console.error(text);
  process.exit(1);
}

function send(tag, body) {
  const head = Buffer.alloc(tag.length + 4);
  head.write(tag, 0, "latin1");
  head.writeInt32BE(body.length + 4, tag.length);
  socket.write(Buffer.concat([head, body]));
}

function start() {
  const version = Buffer.from([0, 3, 0, 0]);
  const settings = Buffer.from(`user\0postgres\0database\0${database}\0\0`, "utf8");
  send("", Buffer.concat([version, settings]));
}

/** The texts of an error or notice: severity, code and message. */
function parseFields(body) {
  const fields = {};
  for (const part of body.toString("utf8").split("\0")) {
    if (part) fields[part[0]] = part.slice(1);
  }
  return fields;
}

function printRow(body) {
  const values = [];
  let at = 2;
  for (let column = body.readInt16BE(0); column > 0; column -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? "" : body.toString("utf8", at, at + length));
    at += Math.max(length, 0);
  }
  console.log(values.join("\t"));
}

function advance() {
  running = queries.shift();
  if (!running) {
    send("X", Buffer.alloc(0));
    socket.end(() => process.exit(0));
    return;
  }
  send("Q", Buffer.from(`${running.sql}\0`, "utf8"));
}

function receive(tag, body) {
  if (tag === "E") {
    const { S, C, M } = parseFields(body);
    fail(`${running ? running.name : "connect"}: ${S} ${C}: ${M}`);
  } else if (tag === "R" && body.readInt32BE(0) !== 0) {
    fail("connect: the server asks for a password; only trusted sockets are supported");
  } else if (tag === "D" && rest[0] === "-c") {
    printRow(body);
  } else if (tag === "Z") {
    advance();
  }
}

socket.setTimeout(60_000, () => fail("the server does not answer"));
socket.on("error", (error) => fail(`connect: ${error.message}`));
socket.on("close", () => fail("the server closed the connection"));
socket.on("connect", start);
socket.on("data", (chunk) => {
  pending = Buffer.concat([pending, chunk]);
  while (pending.length >= 5) {
    const length = pending.readInt32BE(1);
    if (pending.length < length + 1) break;
    const body = pending.subarray(5, length + 1);
    const tag = String.fromCharCode(pending[0]);
    pending = pending.subarray(length + 1);
    receive(tag, body);
  }
});
