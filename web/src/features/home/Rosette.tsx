/** A rosette as bank notes have it, in the corner of the balance: thin lines, and some of gold. */
const TURNS = Array.from({ length: 12 }, (_, turn) => turn * 15);

export function Rosette() {
  return (
    <svg
      className="pointer-events-none absolute -end-24 -top-30 size-84"
      viewBox="0 0 200 200"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.7"
      aria-hidden="true"
    >
      <g opacity="0.09">
        {TURNS.map((turn) => (
          <ellipse
            key={turn}
            cx="100"
            cy="100"
            rx="96"
            ry="40"
            transform={`rotate(${turn} 100 100)`}
          />
        ))}
      </g>
      <g className="text-gold-light" opacity="0.24">
        {TURNS.map((turn) => (
          <ellipse
            key={turn}
            cx="100"
            cy="100"
            rx="42"
            ry="17"
            transform={`rotate(${turn} 100 100)`}
          />
        ))}
      </g>
    </svg>
  );
}
