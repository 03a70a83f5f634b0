"use strict";

/** The rules of Tulips (examples/games/tulips) as a game of boardgame.io, for two and more players. */

const { INVALID_MOVE, TurnOrder } = require("boardgame.io/core");

const SORTS = 6;
const COPIES = 4;
const WORTH = [0, 2, 6, 11, 17];
const PRICES = [1, 2, 3, 4, 6, 9];

function setup({ ctx, random }, given) {
  const seats = [...Array(ctx.numPlayers).keys()];
  const deck = random.Shuffle(seats.length ? [...Array(SORTS * COPIES).keys()].map((k) => k % SORTS) : []);
  return {
    lots: given?.lots ?? 8,
    purses: seats.map(() => given?.purse ?? 15),
    kept: seats.map(() => Array(SORTS).fill(0)),
    favorites: random.Shuffle([...Array(SORTS).keys()]),
    first: random.Die(ctx.numPlayers) - 1,
    bulb: deck.pop(),
    deck,
    bids: seats.map(() => -1),
    buyer: -1,
  };
}

const everybodyBids = { all: "bidding", minMoves: 1, maxMoves: 1 };

/** One lot after the other. */
function next(G, events) {
  G.first = (G.first + 1) % G.purses.length;
  G.lots -= 1;
  if (G.lots) {
    G.buyer = -1;
    G.bids = G.bids.map(() => -1);
    G.bulb = G.deck.pop();
    events.setActivePlayers(everybodyBids);
  } else {
    events.endGame({ scores: G.purses.map((_, seat) => score(G, seat)) });
  }
}

function score(G, seat) {
  const worth = G.kept[seat].map((n) => WORTH[n]);
  return G.purses[seat] + worth.reduce((sum, one) => sum + one, 0) + worth[G.favorites[seat]];
}

function bid({ G, playerID, events }, amount) {
  const seat = Number(playerID);
  if (!Number.isInteger(amount) || amount < 0 || amount > G.purses[seat] || G.bids[seat] >= 0) return INVALID_MOVE;
  G.bids[seat] = amount;
  if (G.bids.includes(-1)) return undefined;
  const best = Math.max(...G.bids);
  if (!best) {
    next(G, events);
    return undefined;
  }
  const far = (one) => (one - G.first + G.bids.length) % G.bids.length;
  const level = [...G.bids.keys()].filter((one) => G.bids[one] === best);
  G.buyer = level.sort((a, b) => far(a) - far(b))[0];
  G.purses[G.buyer] -= best;
  events.setActivePlayers({ value: { [G.buyer]: "deciding" } });
  return undefined;
}

function keep({ G, playerID, events }) {
  G.kept[Number(playerID)][G.bulb] += 1;
  next(G, events);
}

function sell({ G, playerID, random, events }) {
  G.purses[Number(playerID)] += PRICES[random.Die(PRICES.length) - 1];
  next(G, events);
}

/** What a seat may see: neither the deck, nor the favorites of others, nor bids under seal. */
function playerView({ G, ctx, playerID }) {
  const { favorites, bids, ...shown } = G;
  delete shown.deck;
  const seat = playerID === null || playerID === undefined ? -1 : Number(playerID);
  const over = ctx.gameover !== undefined;
  return {
    ...shown,
    favorite: seat >= 0 ? favorites[seat] : -1,
    favorites: over ? favorites : [],
    sealed: bids.map((one) => one >= 0),
    bid: seat >= 0 ? bids[seat] : -1,
    bids: over || G.buyer >= 0 ? bids : [],
  };
}

module.exports = {
  name: "tulips",
  setup,
  playerView,
  disableUndo: true,
  turn: {
    order: TurnOrder.DEFAULT,
    activePlayers: everybodyBids,
    stages: {
      // Whoever bids need not have seen that others have sealed theirs.
      bidding: { moves: { bid: { move: bid, redact: true, client: false, ignoreStaleStateID: true } } },
      deciding: { moves: { keep: { move: keep, client: false }, sell: { move: sell, client: false } } },
    },
  },
};
