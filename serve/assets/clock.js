// A clock of two players: what each has left, and an increment for each move.

export const CONTROLS = [
  { name: "no clock" },
  { name: "3 min + 2 s", minutes: 3, seconds: 2 },
  { name: "10 min + 5 s", minutes: 10, seconds: 5 },
  { name: "30 min + 20 s", minutes: 30, seconds: 20 },
];

export class Clock {
  // `onTick` is called as it runs, `onFall` with the player, 0 or 1, whose time is up.
  constructor({ minutes, seconds }, onTick, onFall) {
    this.increment = 1000 * seconds;
    this.rest = [60000 * minutes, 60000 * minutes];
    this.control = `${60 * minutes}+${seconds}`;
    this.onTick = onTick;
    this.onFall = onFall;
    this.running = null;
  }

  // Milliseconds left.
  left(player) {
    const gone = this.running === player ? performance.now() - this.since : 0;
    return Math.max(0, this.rest[player] - gone);
  }

  run(player) {
    this.stop();
    this.running = player;
    this.since = performance.now();
    this.timer = setInterval(() => {
      this.onTick();
      if (this.left(player) > 0) return;
      this.stop();
      this.onFall(player);
    }, 200);
  }

  stop() {
    clearInterval(this.timer);
    if (this.running === null) return;
    this.rest[this.running] = this.left(this.running);
    this.running = null;
  }

  // The player who ran has moved.
  press() {
    const player = this.running;
    this.stop();
    if (player !== null) this.rest[player] += this.increment;
  }

  text(player) {
    const seconds = Math.ceil(this.left(player) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
