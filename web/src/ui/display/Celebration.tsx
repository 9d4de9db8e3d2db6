const PIECES = Array.from({ length: 24 }, (_, piece) => piece);
const COLOURS = ['bg-gold', 'bg-accent', 'bg-rose', 'bg-teal', 'bg-violet'];

/** Paper that falls once over a part that is good news. Nothing moves where a device asks for that. */
export function Celebration() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 overflow-hidden motion-reduce:hidden"
    >
      {PIECES.map((piece) => (
        <span
          key={piece}
          className={`absolute -top-3 h-3 w-1.5 animate-fall rounded-xs ${COLOURS[piece % COLOURS.length]}`}
          // Spread as if by chance, and alike each time.
          style={{
            left: `${(piece * 37) % 100}%`,
            animationDelay: `${(piece * 53) % 600}ms`,
            animationDuration: `${1400 + ((piece * 131) % 900)}ms`,
          }}
        />
      ))}
    </span>
  );
}
