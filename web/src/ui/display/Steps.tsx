import { Icon, type IconName } from './Icon';

interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Signs in place of the numbers. */
  icons?: readonly IconName[];
}

/** How something goes, in a few words each. */
export function Steps({ label, steps, icons }: StepsProps) {
  return (
    <ol aria-label={label} className="grid grid-cols-3 gap-2 text-center text-xs">
      {steps.map((step, at) => {
        const icon = icons?.[at];
        return (
          <li key={step} className="relative flex flex-col items-center gap-1.5">
            {at > 0 && (
              <span
                aria-hidden="true"
                className="absolute end-[calc(50%+1.375rem)] top-4 w-[calc(100%-2.25rem)] border-t-2 border-dotted border-line"
              />
            )}
            <span
              aria-hidden="true"
              className="tabular flex size-8 items-center justify-center rounded-full bg-gold-soft text-sm font-bold text-gold-strong"
            >
              {icon ? <Icon name={icon} size={18} /> : at + 1}
            </span>
            <span className="text-balance">{step}</span>
          </li>
        );
      })}
    </ol>
  );
}
