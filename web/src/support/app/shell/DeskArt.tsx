/** A talk, the card that it is about, and the line of its money: the console in one picture. */
export function DeskArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 300" className={className} aria-hidden="true" focusable="false">
      <circle cx="160" cy="150" r="140" fill="#fff" opacity="0.06" />
      <circle cx="160" cy="150" r="104" fill="#fff" opacity="0.06" />
      {/* The player's card. */}
      <g transform="rotate(-6 150 190)">
        <rect x="52" y="128" width="190" height="120" rx="18" className="fill-surface" />
        <rect x="70" y="148" width="34" height="24" rx="6" className="fill-gold" />
        <path
          d="M70 160h34M87 148v24"
          className="stroke-on-gold"
          strokeWidth="1.5"
          opacity="0.35"
          fill="none"
        />
        <path
          d="M70 214c18 0 20-18 38-18s16 12 34 12 22-30 40-30 16 8 34 8"
          fill="none"
          className="stroke-accent"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <rect x="168" y="148" width="56" height="8" rx="4" className="fill-accent-soft" />
        <rect x="188" y="162" width="36" height="8" rx="4" className="fill-accent-soft" />
        <rect x="70" y="228" width="84" height="8" rx="4" className="fill-accent-soft" />
      </g>
      {/* The question and its answer. */}
      <path
        d="M38 50a18 18 0 0 1 18-18h108a18 18 0 0 1 18 18v34a18 18 0 0 1-18 18H74l-26 20 4-20a18 18 0 0 1-14-18Z"
        className="fill-accent-soft"
      />
      <rect x="58" y="52" width="96" height="9" rx="4.5" className="fill-accent" opacity="0.55" />
      <rect x="58" y="72" width="64" height="9" rx="4.5" className="fill-accent" opacity="0.3" />
      <path
        d="M176 106a18 18 0 0 1 18-18h76a18 18 0 0 1 18 18v22a18 18 0 0 1-12 17l4 19-24-18h-62a18 18 0 0 1-18-18Z"
        className="fill-positive-soft"
      />
      <path
        d="m206 116 9 9 18-18"
        fill="none"
        className="stroke-positive"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect
        x="242"
        y="112"
        width="28"
        height="9"
        rx="4.5"
        className="fill-positive"
        opacity="0.4"
      />
      {/* The coin. */}
      <circle cx="246" cy="236" r="32" className="fill-gold" />
      <circle cx="246" cy="236" r="24" className="fill-gold-light" />
      <path
        d="m246 223 4 8.500 9 1.200-6.600 6.300 1.700 9-8.100-4.400-8.100 4.400 1.700-9-6.600-6.300 9-1.200Z"
        className="fill-on-gold"
        opacity="0.55"
      />
    </svg>
  );
}
