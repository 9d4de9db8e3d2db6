/** White or black: on any colour one of them has a contrast of 4.5 (WCAG relative luminance). */
export function readableOn(colour: string): '#ffffff' | '#000000' {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!match) return '#ffffff';
  const [r, g, b] = match.slice(1).map((hex) => {
    const part = Number.parseInt(hex, 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

const BANK_COLOUR: Record<string, string> = {
  BBL: '#1e4598',
  KBANK: '#138f2d',
  KTB: '#1ba5e1',
  TMB: '#1279be',
  SCB: '#4e2e7f',
  GSB: '#eb198d',
  BAY: '#fec43b',
  BCEL: '#c8102e',
};

interface BankBadgeProps {
  code: string;
  /** The colour from the lookup; known banks have one without it. */
  colour?: string | undefined;
  size?: number;
}

/** The bank's short code on its colour; the name is next to it. */
export function BankBadge({ code, colour, size = 44 }: BankBadgeProps) {
  const ground = colour ?? BANK_COLOUR[code] ?? '#565e7a';
  const initials = code.slice(0, 5);
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 items-center justify-center rounded-full font-bold uppercase select-none"
      style={{
        width: size,
        height: size,
        backgroundColor: ground,
        color: readableOn(ground),
        fontSize: size * ([0.36, 0.36, 0.36, 0.29, 0.25][initials.length] ?? 0.23),
      }}
    >
      {initials}
    </span>
  );
}
