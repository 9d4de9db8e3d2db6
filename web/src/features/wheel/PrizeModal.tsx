import type { PrizeKind } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Icon, type IconName } from '../../ui/display/Icon';

interface PrizeModalProps {
  prize: string;
  /** Null where the kind of the slice's prize is not known. */
  kind: PrizeKind | null;
  coins: number;
  /** Turns a coupon into money. */
  onUse: () => void;
  onClose: () => void;
}

const ICON: Record<PrizeKind, IconName> = {
  NOTHING: 'wheel',
  COINS: 'coin',
  COUPON: 'ticket',
  GIFT: 'gift',
};

/** The spin's result, in the operator's words for the slice, with a festive look for a prize. */
export function PrizeModal({ prize, kind, coins, onUse, onClose }: PrizeModalProps) {
  const t = useText();
  const isCoupon = kind === 'COUPON';
  const isWon = kind !== null && kind !== 'NOTHING';
  return (
    <Modal
      title={t('spin.prize')}
      onClose={onClose}
      footer={
        <>
          <Button tone={isCoupon ? 'secondary' : 'primary'} onClick={onClose}>
            {t('common.ok')}
          </Button>
          {isCoupon && <Button onClick={onUse}>{t('spin.useNow')}</Button>}
        </>
      }
    >
      {isWon && <Celebration />}
      <div className="flex flex-col items-center pt-4 text-center">
        <span
          className={classNames(
            'mb-4 flex size-20 items-center justify-center rounded-full',
            isWon ? 'animate-sheet bg-gold text-on-gold' : 'bg-sunken text-muted',
          )}
        >
          <Icon name={ICON[kind ?? 'NOTHING']} size={40} />
        </span>
        <div role="alert">
          <p className={isWon ? 'font-semibold text-positive' : 'text-muted'}>
            {t(isWon ? 'spin.won' : 'spin.landedOn')}
          </p>
          <p className={classNames('font-bold', isWon ? 'text-3xl' : 'text-xl text-muted')}>
            {prize}
          </p>
        </div>
        {isCoupon && <p className="mt-2">{t('spin.couponKept')}</p>}
        {kind === 'GIFT' && <p className="mt-2">{t('coupon.gift')}</p>}
        <p className="mt-3 text-sm text-muted">{t('spin.coinsLeft', { n: coins })}</p>
      </div>
    </Modal>
  );
}

const PIECES = Array.from({ length: 24 }, (_, piece) => piece);
const COLOURS = ['bg-gold', 'bg-accent', 'bg-rose', 'bg-teal', 'bg-violet'];

/** Paper that falls once over a part that is good news. Nothing moves where a device asks for that. */
function Celebration() {
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
