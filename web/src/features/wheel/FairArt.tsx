const TICK = 'm35 52 11 12 20-23';
const LOCK = 'M40 49v-8a10 10 0 0 1 20 0v8M35 49h30v22H35Z';

/** A shield with a tick, on the ground of a hero card. */
export function FairArt({ isChecked }: { isChecked: boolean }) {
  return (
    <svg width="100" height="108" viewBox="0 0 100 108" aria-hidden="true">
      <path d="M50 6 12 20v32c0 24 16 41 38 50 22-9 38-26 38-50V20L50 6Z" className="fill-gold" />
      <path
        d="M50 16 21 27v25c0 18 12 32 29 39 17-7 29-21 29-39V27L50 16Z"
        className="fill-gold-light"
      />
      <path
        d={isChecked ? TICK : LOCK}
        fill="none"
        className="stroke-on-gold"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
