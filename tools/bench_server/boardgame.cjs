// boardgame.io with a game of about Royal Turf's size: seven horses, bets, and the rides of a race.
const { Server } = require("boardgame.io/server");

const HORSES = 7;
const RIDES = 40; // of a race; then the next one begins

const race = {
  name: "race",
  setup: () => ({
    money: [0, 0, 0, 0],
    horses: Array.from({ length: HORSES }, (_, at) => ({ number: at, card: [2, 4, 6, 8], at: 0, moved: false })),
    bets: Array.from({ length: 16 }, (_, at) => ({ seat: at % 4, horse: at % HORSES, value: 1 + (at % 3) })),
    pays: Array.from({ length: HORSES }, (_, at) => ({ bets: at, first: 200, second: 100, third: 50 })),
    rides: [],
    rolled: null,
  }),
  moves: {
    play: ({ G, random, events }, horse) => {
      G.rolled = random.D6();
      G.horses[horse].at += G.rolled;
      if (G.rides.length === RIDES) G.rides = [];
      G.rides.push({ horse, to: G.horses[horse].at });
      events.endTurn();
    },
  },
};

const server = Server({ games: [race], origins: [/.*/] });
const quiet = console.log;
console.log = () => {};
server.run(0).then(({ appServer }) => quiet(appServer.address().port));
