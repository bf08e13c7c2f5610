// Draws the match that the house's bots play: the board of its own page, and the box on others.

import { sprite } from "../lib/sprites.js";

/**
 * @typedef {{name: string, level: string, title: string}} Bot
 * @typedef {{at: number, hands: string[][], trick: [number, string][], winner: number | null,
 *   points: number[], stock: number, turned: string | null, turn: number | null, say: string,
 *   stock_label: string}} Frame
 * @typedef {{deal: string, starts: number, now: number, again: number,
 *   title: string, bots: Bot[], cards: Record<string, string>,
 *   frames: Frame[]}} Show
 */

const board = document.querySelector("[data-house]");
if (board instanceof HTMLElement) watch(board);

/**
 * Show the exhibition on a board until the page is left.
 *
 * A board with `data-rounds` stands still after so many tricks, until the pointer or the focus is on it.
 * @param {HTMLElement} place
 */
function watch(place) {
  const rounds = Number(place.dataset.rounds ?? Infinity);
  const pause = document.querySelector("[data-pause]");
  /** @type {Show | null} */
  let show = null;
  let ahead = 0; // by how many milliseconds the server's clock is ahead
  let tricks = 0;
  let paused = false;
  let drawn = "";

  async function ask() {
    let again = 5000;
    if (!document.hidden && !rests()) {
      try {
        const answer = await fetch(place.dataset.house ?? "", { headers: { Accept: "application/json" } });
        if (answer.ok) {
          show = /** @type {Show} */ (await answer.json());
          ahead = show.now - Date.now();
          again = show.again;
        }
      } catch {
        // Without a network the board stands still, and the next question may be answered.
      }
    }
    setTimeout(ask, Math.max(1000, again));
  }

  function draw() {
    if (!show || document.hidden || rests()) return;
    const elapsed = (Date.now() + ahead - show.starts) / 1000;
    const frame = show.frames.filter((candidate) => candidate.at <= elapsed).at(-1);
    if (!frame || drawn === `${show.deal} ${frame.at}`) return;
    drawn = `${show.deal} ${frame.at}`;
    if (frame.winner !== null) tricks += 1;
    drawFrame(place, show, frame);
  }

  function rests() {
    return paused || tricks >= rounds;
  }

  for (const kind of ["pointerenter", "focusin"]) place.addEventListener(kind, () => (tricks = 0));
  if (pause instanceof HTMLButtonElement) {
    const name = () => (pause.textContent = (paused ? pause.dataset.goOn : pause.dataset.pause) ?? "");
    pause.addEventListener("click", () => {
      paused = !paused;
      name();
    });
    name();
    pause.hidden = false;
  }
  setInterval(draw, 500);
  ask();
}

/**
 * Draw what lies on the table.
 * @param {HTMLElement} place
 * @param {Show} show
 * @param {Frame} frame
 */
function drawFrame(place, show, frame) {
  const trick = frame.trick.map(([seat, card]) => {
    const span = document.createElement("span");
    if (frame.winner === seat) span.className = "winning";
    span.append(cardElement(show, card));
    return span;
  });
  place.querySelector("[data-trick]")?.replaceChildren(...trick);
  show.bots.forEach((bot, seat) => drawPlayer(bot, seat, frame));
  frame.hands.forEach((hand, seat) => {
    const cards = hand.map((card) => {
      const item = document.createElement("li");
      item.append(cardElement(show, card));
      return item;
    });
    place.querySelector(`[data-hand="${seat}"]`)?.replaceChildren(...cards);
  });
  drawStock(place, show, frame);
  setText(document, "[data-title]", show.title);
  setText(place, "[data-say]", frame.say);
}

/**
 * Draw a bot's name, face, level and points wherever the page has them.
 * @param {Bot} bot
 * @param {number} seat
 * @param {Frame} frame
 */
function drawPlayer(bot, seat, frame) {
  const points = String(frame.points[seat]);
  for (const part of document.querySelectorAll(`[data-player="${seat}"]`)) {
    setText(part, "[data-name]", bot.name);
    setText(part, "[data-level]", bot.title);
    setText(part, "[data-points]", points);
    part.querySelector("[data-gauge]")?.setAttribute("width", points);
    part.querySelector("use")?.setAttribute("href", `${sprite("tiles")}#${bot.level}`);
  }
}

/**
 * Draw the card under the stock, and name the stock; without the card the stock is empty.
 * @param {HTMLElement} place
 * @param {Show} show
 * @param {Frame} frame
 */
function drawStock(place, show, { turned, stock_label: label }) {
  const stock = place.querySelector("[data-stock]");
  if (!(stock instanceof HTMLElement)) return;
  stock.hidden = !turned;
  if (!turned) return;
  stock.querySelector(".turned")?.remove();
  const card = cardElement(show, turned);
  card.classList.add("turned");
  const pack = stock.querySelector(".pack");
  pack?.prepend(card);
  pack?.setAttribute("aria-label", label);
}

/**
 * @param {ParentNode} within
 * @param {string} selector
 * @param {string} text
 */
function setText(within, selector, text) {
  const element = within.querySelector(selector);
  if (element) element.textContent = text;
}

/**
 * Return a new element of a card, as the server draws it in the reader's deck.
 * @param {Show} show
 * @param {string} code
 * @returns {Element}
 */
function cardElement(show, code) {
  const page = new DOMParser().parseFromString(show.cards[code] ?? "", "text/html");
  return document.adoptNode(page.body.firstElementChild ?? page.createElement("span"));
}
