import { useState } from 'react';

const CHANNELS = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const STEP = 0.94;
const CONTRAST_MIN = 4.5;

/** Of white letters on a ground (WCAG relative luminance). */
function contrastOfWhite(ground: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = ground.map((channel) => {
    const part = channel / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

/** The colour, darkened until white letters can be read on it: badges side by side have one look. */
export function groundForWhite(colour: string): string {
  const match = CHANNELS.exec(colour);
  if (!match) return '#565e7a';
  let ground = match.slice(1).map((hex) => Number.parseInt(hex, 16));
  while (contrastOfWhite(ground) < CONTRAST_MIN) {
    ground = ground.map((channel) => Math.floor(channel * STEP));
  }
  return `#${ground.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const BANK_COLOUR: Record<string, string> = {
  BBL: '#1e4598',
  KBANK: '#138f2d',
  KTB: '#1ba5e1',
  TMB: '#0a5fb4',
  SCB: '#4e2e7f',
  GSB: '#eb198d',
  BAY: '#fec43b',
  BCEL: '#c8102e',
};

/** As people write a bank that is called otherwise by its code. */
const SHOWN: Record<string, string> = { TMB: 'ttb' };
const shownCode = (code: string) => SHOWN[code] ?? code;

interface BankBadgeProps {
  code: string;
  /** The colour from the lookup; known banks have one without it. */
  colour?: string | undefined;
  /** The operator's picture from the lookup. */
  logo?: string | null | undefined;
  size?: number;
}

/** The operator's picture of the bank, or its short code on its colour; the name is next to it. */
export function BankBadge({ code, colour, logo, size = 44 }: BankBadgeProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (logo && logo !== broken) {
    return (
      <img
        src={logo}
        alt=""
        width={size}
        height={size}
        onError={() => setBroken(logo)}
        className="shrink-0 rounded-full object-contain"
      />
    );
  }
  const ground = groundForWhite(colour ?? BANK_COLOUR[code] ?? '');
  const initials = shownCode(code).slice(0, 5);
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 items-center justify-center rounded-full font-bold text-white select-none"
      style={{
        width: size,
        height: size,
        backgroundColor: ground,
        fontSize: size * ([0.36, 0.36, 0.36, 0.29, 0.25][initials.length] ?? 0.23),
      }}
    >
      {initials}
    </span>
  );
}
