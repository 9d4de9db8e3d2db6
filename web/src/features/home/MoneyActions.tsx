import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';

/** The three ways to move money; a deposit is what most come for, while the service takes any. */
export function MoneyActions() {
  const t = useText();
  const dialog = useDialog();
  const isGone = useIsServiceGone();
  return (
    <div
      className={classNames(
        'grid gap-2 @lg:gap-3',
        isGone ? 'grid-cols-2' : 'grid-cols-[1.25fr_1fr_1fr]',
      )}
    >
      {!isGone && (
        <Action
          icon="deposit"
          label={t('deposit.deposit')}
          onPress={() => dialog.open('deposit', {})}
          isMain
        />
      )}
      <Action
        icon="withdraw"
        label={t('withdraw.withdraw')}
        onPress={() => dialog.open('withdraw', {})}
        isMain={isGone}
      />
      <Action
        icon="transfer"
        label={t('transfer.transfer')}
        onPress={() => dialog.open('transfer', {})}
      />
    </div>
  );
}

interface ActionProps {
  icon: IconName;
  label: string;
  onPress: () => void;
  isMain?: boolean;
}

function Action({ icon, label, onPress, isMain = false }: ActionProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        'flex min-h-15 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-center text-sm font-semibold transition-colors @lg:min-h-12 @lg:flex-row @lg:gap-2 @lg:text-base',
        isMain
          ? 'bg-gold text-on-gold hover:bg-gold-light'
          : 'bg-white/14 text-on-hero hover:bg-white/22',
      )}
    >
      <Icon name={icon} size={22} />
      <span>{label}</span>
    </button>
  );
}
