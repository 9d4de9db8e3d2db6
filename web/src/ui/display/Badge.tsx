import { classNames } from './classNames';

interface InitialsProps {
  initials: string;
  /** `#rrggbb` of the bank or provider. */
  colour: string;
  size?: number;
  shape: 'circle' | 'tile';
}

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

function Initials({ initials, colour, size = 44, shape }: InitialsProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex shrink-0 items-center justify-center font-bold uppercase select-none',
        shape === 'circle' ? 'rounded-full' : 'rounded-control',
      )}
      style={{
        width: size,
        height: size,
        backgroundColor: colour,
        color: readableOn(colour),
        fontSize:
          size *
          (initials.length > 4
            ? 0.23
            : initials.length > 3
              ? 0.25
              : initials.length > 2
                ? 0.29
                : 0.36),
      }}
    >
      {initials}
    </span>
  );
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
  return (
    <Initials
      initials={code.slice(0, 5)}
      colour={colour ?? BANK_COLOUR[code] ?? '#565e7a'}
      size={size}
      shape="circle"
    />
  );
}

interface ProviderBadgeProps {
  name: string;
  colour?: string | undefined;
  /** A picture the operator may use; initials otherwise. */
  logo?: string | null | undefined;
  size?: number;
}

/** A game provider: its logo, or the initials of its name on its colour. */
export function ProviderBadge({ name, colour = '#3546c8', logo, size = 48 }: ProviderBadgeProps) {
  if (logo) {
    return (
      <img
        src={logo}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className="shrink-0 rounded-control object-cover"
      />
    );
  }
  const words = name.split(/[\s_-]+/).filter(Boolean);
  const initials =
    words.length > 1 ? `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}` : name.slice(0, 2);
  return <Initials initials={initials} colour={colour} size={size} shape="tile" />;
}
