import { useGetBonusesQuery } from '../../api/rewardApi';
import { useLocalText } from '../../intl/localText';
import { useQuoteWords } from '../../intl/quoteWords';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';

/** The bonuses that a credited deposit has opened, each one tap away. */
export function OpenedBonuses({ currency }: { currency: string }) {
  const t = useText();
  const local = useLocalText();
  const dialog = useDialog();
  const words = useQuoteWords(currency);
  const { data, isFetching } = useGetBonusesQuery();
  // Offers read before the deposit are out of date.
  if (!data || isFetching) return null;
  const opened = data.bonuses.filter((it) => it.minDeposit !== null && it.quote.status === 'READY');
  if (opened.length === 0) return null;
  return (
    <section aria-labelledby="opened" className="mt-5 text-start">
      <h3 id="opened" className="mb-2 flex items-center gap-2 font-semibold">
        <Icon name="gift" size={20} className="text-accent" />
        {t('bonus.opened')}
      </h3>
      <ul className="space-y-2">
        {opened.map(({ code, title, quote }) => (
          <li
            key={code}
            className="flex items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3"
          >
            <span className="min-w-0">
              <span className="block font-medium">{local(title)}</span>
              <span className="block text-sm text-muted">{words(quote)}</span>
            </span>
            <Button
              tone="secondary"
              aria-label={`${t('bonus.openedSee')}: ${local(title)}`}
              onClick={() => dialog.open('bonus', { code })}
              className="shrink-0 px-4 text-sm"
            >
              {t('bonus.openedSee')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
