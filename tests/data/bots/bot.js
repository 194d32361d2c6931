// A bot in another language: the middle one of its legal acts, the first cards that it may discard.
const readline = require("node:readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const heard = [];
readline.on("line", (line) => {
  const message = JSON.parse(line);
  heard.push(message.type);
  if (message.type === "hello")
    say({ type: "ready", protocol: 1, name: "middle", agreements: ["no conventions"] });
  if (message.type === "turn") {
    say({ type: "info", heard: heard.length });
    say({ type: "bestact", act: choose(message), value: 0.5 });
  }
  if (message.type === "bye") process.exit(0);
});

function choose({ view, legal, discard }) {
  if (view.stage !== "discard") return legal[Math.floor(legal.length / 2)];
  const suits = view.hands[view.hand_to_play].split(".");
  const held = suits.slice(0, 4).flatMap((ranks, suit) => [...ranks].map((rank) => "SHDC"[suit] + rank));
  return held.slice(0, discard.number).join(" ");
}
