import type { Spin, SpinPage } from '../../api/wheelApi';
import { useLocalText } from '../../intl/localText';
import type { MessageId } from '../../intl/messages';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Disclosure } from '../../ui/display/Disclosure';
import { Icon, type IconName } from '../../ui/display/Icon';
import { Moment } from '../../ui/display/Moment';
import { chanceOf, sumOfWeights } from './chance';
import type { Verdict } from './checkSpin';

interface SpinRowProps {
  spin: Spin;
  page: SpinPage;
  /** Undefined while it is being computed. */
  verdict: Verdict | undefined;
}

/** One spin: its prize, whether it was fair, what else could be won, and folded all inputs of the draw. */
export function SpinRow({ spin, page, verdict }: SpinRowProps) {
  const t = useText();
  const local = useLocalText();
  return (
    <li>
      <Disclosure
        titleClass="gap-3 px-5 py-3"
        title={
          <>
            <span className="min-w-0 flex-1">
              <span className="block text-base font-semibold">{local(spin.label)}</span>
              <Moment time={spin.createdAt} show="day" className="text-sm font-normal text-muted" />
            </span>
            <VerdictMark verdict={verdict} />
          </>
        }
      >
        <div className="px-5 pb-4 text-sm">
          {verdict && !needsWords(verdict) && <p className="mb-3">{t(detailOf(verdict))}</p>}
          <h3 className="mb-2 font-semibold">{t('spins.how')}</h3>
          <Chances spin={spin} page={page} />
          <Disclosure title={t('spins.technical')} titleClass="text-muted">
            <Inputs spin={spin} page={page} />
          </Disclosure>
        </div>
      </Disclosure>
      {verdict && needsWords(verdict) && (
        <p className="-mt-1 px-5 pb-4 text-sm">{t(detailOf(verdict))}</p>
      )}
    </li>
  );
}

/** What is not as it should be is said without a press. */
const needsWords = ({ kind }: Verdict) => kind !== 'right' && kind !== 'open';

function detailOf(verdict: Verdict): MessageId {
  return verdict.kind === 'wrong' ? `spins.wrong.${verdict.fault}` : `spins.${verdict.kind}.detail`;
}

const LOOKS: Record<Verdict['kind'], { icon: IconName; colour: string; text: MessageId }> = {
  right: { icon: 'check', colour: 'bg-positive-soft text-positive', text: 'spins.right' },
  wrong: { icon: 'close', colour: 'bg-negative-soft text-negative', text: 'spins.wrong' },
  open: { icon: 'lock', colour: 'bg-sunken text-muted', text: 'spins.open' },
  missing: { icon: 'warning', colour: 'bg-caution-soft text-caution', text: 'spins.missing' },
  unable: { icon: 'warning', colour: 'bg-caution-soft text-caution', text: 'spins.missing' },
};

function VerdictMark({ verdict }: { verdict: Verdict | undefined }) {
  const t = useText();
  if (!verdict) return null;
  const look = LOOKS[verdict.kind];
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 rounded-full py-0.5 ps-1.5 pe-2.5 text-xs font-medium',
        look.colour,
      )}
    >
      <Icon name={look.icon} size={14} />
      {t(look.text)}
    </span>
  );
}

/** What the wheel could give, in words, with the prize of this spin marked. */
function Chances({ spin, page }: Pick<SpinRowProps, 'spin' | 'page'>) {
  const local = useLocalText();
  const slices = page.wheels[spin.wheel] ?? [];
  const sum = sumOfWeights(slices);
  return (
    <ul className="divide-y divide-line">
      {slices.map(({ code, label, weight }) => (
        <li
          key={code}
          className={classNames(
            'flex items-center justify-between gap-3 py-1.5',
            code === spin.code && 'font-semibold text-accent',
          )}
        >
          <span className="flex min-w-0 items-center gap-1.5">
            {local(label)}
            {code === spin.code && <Icon name="check" size={16} />}
          </span>
          <span className="tabular shrink-0">{chanceOf(weight, sum)}</span>
        </li>
      ))}
    </ul>
  );
}

function Inputs({ spin, page }: Pick<SpinRowProps, 'spin' | 'page'>) {
  const t = useText();
  const seed = page.seeds.find(({ seedId }) => seedId === spin.seedId);
  const slices = page.wheels[spin.wheel] ?? [];
  return (
    <div className="space-y-3 rounded-control bg-sunken p-4">
      <dl className="space-y-2 [&_dd]:font-mono [&_dd]:text-xs [&_dd]:break-all [&_dt]:text-muted">
        <Input name={t('spins.seed.commit')} value={seed?.commit ?? '–'} />
        <Input name={t('spins.revealed.seed')} value={seed?.seed ?? t('spins.seedHidden')} />
        <Input name={t('spins.seed.client')} value={spin.clientSeed} />
        <Input name={t('spins.nonce')} value={String(spin.nonce)} />
        <Input name={t('spins.ticket')} value={String(spin.ticket)} />
        <Input name={t('spins.wheelId')} value={spin.wheel} />
      </dl>
      {slices.length > 0 && (
        <table className="w-full text-xs">
          <caption className="mb-1 text-start text-muted">{t('spins.weights')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('spins.code')}</th>
              <th scope="col">{t('spins.weight')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {slices.map(({ code, weight }) => (
              <tr
                key={code}
                className={classNames('*:py-1', code === spin.code && 'font-semibold')}
              >
                <td className="pe-2 font-mono">{code}</td>
                <td className="tabular ps-2 text-end">{weight}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Input({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
