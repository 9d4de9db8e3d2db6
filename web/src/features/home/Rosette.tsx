/** A rosette as bank notes have it, in the corner of the balance: thin lines, and some of gold. */
const TURNS = Array.from({ length: 12 }, (_, turn) => turn * 15);

/**
 * The white lines, as a picture that is in the program itself: it is there as soon as the balance's
 * place is, before any figure has come.
 */
const LINES = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="336" height="336" viewBox="0 0 200 200" fill="none" stroke="#fff" stroke-width=".7">${TURNS.map(
    (turn) => `<ellipse cx="100" cy="100" rx="96" ry="40" transform="rotate(${turn} 100 100)"/>`,
  ).join('')}</svg>`,
)}`;

export function Rosette() {
  return (
    <span aria-hidden="true" className="pointer-events-none absolute -end-24 -top-30 size-84">
      <img src={LINES} alt="" width={336} height={336} className="size-full opacity-9" />
      <svg
        aria-hidden="true"
        className="absolute inset-0 size-full text-gold-light opacity-24"
        viewBox="0 0 200 200"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.7"
      >
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
      </svg>
    </span>
  );
}
