// boardgame.io's server with its default store in memory, or with FlatFile:
//   node server.js PORT [DIRECTORY]
import { createRequire } from "node:module";

import { Brisca } from "./brisca.js";

const { FlatFile, Server } = createRequire(import.meta.url)("boardgame.io/server");
const [port, directory] = process.argv.slice(2);
const db = directory ? { db: new FlatFile({ dir: directory, logging: false }) } : {};
const server = Server({ games: [Brisca], origins: [/.*/], ...db });
await server.run(Number(port), () => console.log("ready"));
