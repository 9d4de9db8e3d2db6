import { useSelector } from 'react-redux';
import { openCommand } from '../../api/command/moneyCommand';
import { useClientSelector } from '../../client/hooks';
import { ALL } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { type DialogState, useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Notice } from '../../ui/feedback/Notice';

const KINDS = [
  { kind: 'transfer', dialog: 'transfer' },
  { kind: 'transferAll', dialog: 'transfer' },
  { kind: 'withdraw', dialog: 'withdraw' },
] as const;

/** Shows what was sent and never answered, also after a reload. Its dialog asks again. */
export function OpenIntents({ currency }: { currency: string }) {
  const t = useText();
  const dialog = useDialog();
  const money = useMoneyText(currency);
  const member = useClientSelector((state) => state.session.current?.username ?? 'guest');
  // While a dialog is open it shows its own state; this looks again when it closes.
  const isBehind = useSelector((state: DialogState) => state.dialog.stack.length > 0);
  if (isBehind) return null;
  return KINDS.map(({ kind, dialog: name }) => {
    const body = openCommand(member, kind);
    if (!body) return null;
    return (
      <Notice key={kind} tone="caution">
        <p role="status">
          {body.amount === ALL && kind !== 'transferAll'
            ? t(`home.open.${kind}OfAll`)
            : t(`home.open.${kind}`, { amount: money(body.amount ?? '0') })}
        </p>
        <Button tone="quiet" className="-ms-5" onClick={() => dialog.open(name, {})}>
          {t('home.open.look')}
        </Button>
      </Notice>
    );
  });
}
