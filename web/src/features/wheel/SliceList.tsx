import { useText } from '../../intl/text';
import { Disclosure } from '../../ui/display/Disclosure';
import { chanceOf, sumOfWeights } from './chance';

interface ListedSlice {
  code: string;
  label: string;
  weight: number;
}

/** All slices that can be drawn, with their chances. */
export function SliceList({ slices }: { slices: readonly ListedSlice[] }) {
  const t = useText();
  const sum = sumOfWeights(slices);
  return (
    <Disclosure open title={t('spin.slices')} className="w-full rounded-control bg-sunken px-4">
      <p className="mb-2 text-xs text-muted">{t('spin.sizes')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 pb-4 text-sm">
        {slices.map(({ code, label, weight }) => (
          <li key={code} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">{label}</span>{' '}
            <span className="tabular text-muted">{chanceOf(weight, sum)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
