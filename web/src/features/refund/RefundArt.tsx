/** Coins that come back: an arrow around them, on the ground of a hero card. */
export function RefundArt() {
  return (
    <svg width="108" height="108" viewBox="0 0 108 108" aria-hidden="true">
      <path
        d="M86 30A38 38 0 1 0 92 60"
        fill="none"
        className="stroke-gold-light"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path d="M93 14v22H71Z" className="fill-gold-light" strokeLinejoin="round" />
      <g className="fill-gold">
        <path d="M36 66v9c0 4 8 7 18 7s18-3 18-7v-9Z" />
        <path d="M36 56v9c0 4 8 7 18 7s18-3 18-7v-9Z" opacity="0.92" />
      </g>
      <path
        d="M36 66c0 4 8 7 18 7s18-3 18-7M36 75c0 4 8 7 18 7s18-3 18-7"
        fill="none"
        className="stroke-on-gold"
        strokeOpacity="0.35"
        strokeWidth="1.5"
      />
      <ellipse cx="54" cy="50" rx="20" ry="20" className="fill-gold" />
      <circle cx="54" cy="48" r="20" className="fill-gold-light" />
      <circle cx="54" cy="48" r="14.500" fill="none" className="stroke-gold" strokeWidth="3" />
      <path
        d="M54 39v18M58.500 43.500c-1-1.800-2.600-2.500-4.500-2.500-2.700 0-4.800 1.300-4.800 3.500 0 4.800 9.800 2.200 9.800 7 0 2.200-2.200 3.500-5 3.500-2.200 0-4-.8-5-2.700"
        fill="none"
        className="stroke-on-gold"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
    </svg>
  );
}
