// A game of four like Brisca for boardgame.io: 40 cards, three each, a trump, a card drawn after
// each trick, dealt anew when the hands are empty. Moves are validated; every player gets a view of
// its own with the fields that a table of the site shows.

const INVALID_MOVE = "INVALID_MOVE";
const SUITS = ["O", "C", "E", "B"];
const RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));
const POINTS = { 1: 11, 3: 10, 12: 4, 11: 3, 10: 2 };
const ORDER = [2, 4, 5, 6, 7, 10, 11, 12, 3, 1];
const SEATS = 4;

const suit = (card) => card[0];
const rank = (card) => Number(card.slice(1));
const points = (card) => POINTS[rank(card)] ?? 0;

const deal = (random, number, score, dealer) => {
  const deck = random.Shuffle(DECK);
  const hands = [0, 1, 2, 3].map((seat) => [0, 1, 2].map((at) => deck[at * SEATS + seat]));
  const stock = deck.slice(3 * SEATS);
  const turned = stock.shift();
  stock.push(turned);
  const leader = (dealer + 1) % SEATS;
  return {
    phase: "play", deal: number, dealer, turn: leader, leader, trump: suit(turned), turned,
    stock, hands, plays: [], last: null, tricks: [0, 0, 0, 0], points: [0, 0, 0, 0], score,
  };
};

const beats = (card, best, trump) =>
  suit(card) === suit(best)
    ? ORDER.indexOf(rank(card)) > ORDER.indexOf(rank(best))
    : suit(card) === trump;

const play = ({ G, random, playerID }, card) => {
  const seat = Number(playerID);
  if (seat !== G.turn || !G.hands[seat].includes(card)) return INVALID_MOVE;
  G.hands[seat].splice(G.hands[seat].indexOf(card), 1);
  G.plays.push({ seat, card });
  if (G.plays.length < SEATS) {
    G.turn = (seat + 1) % SEATS;
  } else {
    let best = G.plays[0];
    for (const one of G.plays) if (one !== best && beats(one.card, best.card, G.trump)) best = one;
    const won = G.plays.reduce((sum, one) => sum + points(one.card), 0);
    G.points[best.seat] += won;
    G.tricks[best.seat] += 1;
    G.last = { leader: G.leader, plays: G.plays, winner: best.seat, points: won };
    G.plays = [];
    G.turn = G.leader = best.seat;
    for (let at = 0; at < SEATS && G.stock.length; at += 1)
      G.hands[(best.seat + at) % SEATS].push(G.stock.shift());
    if (G.hands.every((hand) => !hand.length)) {
      const ours = G.points[0] + G.points[2];
      const score = [...G.score];
      if (ours !== 60) score[ours > 60 ? 0 : 1] += 1;
      Object.assign(G, deal(random, G.deal + 1, score, (G.dealer + 1) % SEATS));
    }
  }
  return undefined;
};

const playerView = ({ G, playerID }) => {
  if (!G.hands) return G;
  const { hands, stock, plays, last, ...shown } = G;
  const seat = playerID === null || playerID === undefined ? null : Number(playerID);
  const hand = seat === null ? [] : hands[seat];
  return {
    ...shown, seat, hand, counts: hands.map((one) => one.length), stock: stock.length,
    trick: { leader: G.leader, plays }, last_trick: last, names: ["a", "b", "c", "d"],
    legal: G.phase === "play" && seat === G.turn ? hand : [],
  };
};

export const Brisca = {
  name: "brisca",
  setup: ({ random }) => deal(random, 1, [0, 0], 3),
  moves: { play },
  minPlayers: SEATS,
  maxPlayers: SEATS,
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  playerView,
};
