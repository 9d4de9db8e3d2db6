/** Two friends and the coin that comes with the second, on the ground of a hero card. */
export function InviteArt() {
  return (
    <svg width="112" height="108" viewBox="0 0 112 108" aria-hidden="true">
      <g fill="#fff">
        <circle cx="70" cy="38" r="15" fillOpacity="0.55" />
        <path
          d="M44 88c2-18 12-29 26-29s24 11 26 29c.3 3-1.500 5-4 5H48c-2.500 0-4.300-2-4-5Z"
          fillOpacity="0.55"
        />
        <circle cx="42" cy="44" r="18" />
        <path d="M10 96c2-20 14-31 32-31s30 11 32 31c.3 3-1.700 5-4.500 5h-55c-2.800 0-4.800-2-4.500-5Z" />
      </g>
      <path
        d="M35 47c1.500 4 4 6 7 6s5.500-2 7-6"
        fill="none"
        className="stroke-hero-from"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="36" cy="40" r="2.200" className="fill-hero-from" />
      <circle cx="48" cy="40" r="2.200" className="fill-hero-from" />
      <circle cx="88" cy="78" r="19" className="fill-gold" />
      <circle cx="88" cy="75.500" r="19" className="fill-gold-light" />
      <path
        d="M88 67v17M79.500 75.500h17"
        fill="none"
        className="stroke-on-gold"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="m95 14 2 5 5 2-5 2-2 5-2-5-5-2 5-2Zm-80 0 1.500 4 4 1.500-4 1.500-1.500 4-1.500-4-4-1.500 4-1.500Z"
        className="fill-gold-light"
      />
    </svg>
  );
}
