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
        d="m60 42-12 13M48.500 43.500h.01M59.500 53.500h.01"
        fill="none"
        className="stroke-on-gold"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
