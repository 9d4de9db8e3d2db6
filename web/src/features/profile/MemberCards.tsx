import { useGetWithdrawLimitsQuery } from '../../api/lookupApi';
import type { ProfileWithBank } from '../../api/types';
import { formatPhone } from '../../client/phone';
import { formatDay } from '../../intl/moment';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Card } from '../../ui/display/Card';
import { IconButton } from '../../ui/display/IconButton';
import { useCopy } from '../../ui/feedback/useCopy';
import { Fact, FactAction } from './Fact';

/** Who it is. */
export function MemberCard({ profile }: { profile: ProfileWithBank }) {
  const t = useText();
  const dialog = useDialog();
  return (
    <section className="relative flex items-center gap-4 overflow-hidden rounded-card bg-linear-to-br from-hero-from to-hero-to p-5 text-on-hero shadow-card [&_:focus-visible]:outline-on-hero">
      <span
        aria-hidden="true"
        className="absolute -end-10 -top-14 size-56 rounded-full bg-white/10"
      />
      <span
        aria-hidden="true"
        className="relative flex size-16 shrink-0 items-center justify-center rounded-full border-4 border-gold-light bg-gold text-2xl font-bold text-on-gold"
      >
        {[...profile.name][0]?.toUpperCase()}
      </span>
      <div className="relative min-w-0 flex-1">
        <p className="truncate py-0.5 text-xl font-semibold">{profile.name}</p>
        <p className="tabular text-on-hero-muted">{formatPhone(profile.username)}</p>
      </div>
      <IconButton
        icon="edit"
        label={t('profile.editName')}
        onClick={() => dialog.open('editName', {})}
        className="relative hover:bg-white/15"
      />
    </section>
  );
}

/** What keeps the account safe; what is missing is marked. */
export function SafetyCard() {
  const t = useText();
  const dialog = useDialog();
  const isPinSet = useGetWithdrawLimitsQuery().data?.isPinSet;
  return (
    <Card>
      <dl className="divide-y divide-line">
        <Fact
          label={t('pin.title')}
          action={
            <FactAction
              text={t(isPinSet === false ? 'pin.setShort' : 'profile.change')}
              name={t(isPinSet === false ? 'pin.set' : 'pin.change')}
              onPress={() => dialog.open('setPin', {})}
            />
          }
        >
          {isPinSet === false ? (
            <span className="flex items-center gap-2">
              <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-gold" />
              {t('pin.isNotSet')}
            </span>
          ) : isPinSet ? (
            t('pin.isSet')
          ) : (
            '…'
          )}
        </Fact>
        <Fact
          label={t('auth.password')}
          action={
            <FactAction
              text={t('profile.change')}
              name={t('profile.changePassword')}
              onPress={() => dialog.open('changePassword', {})}
            />
          }
        >
          <span aria-hidden="true">••••••••</span>
        </Fact>
      </dl>
    </Card>
  );
}

const END = 6;

/** What the support asks for, in small print: the ends of the number, the whole to copy. */
export function MemberNumber({ profile }: { profile: ProfileWithBank }) {
  const t = useText();
  const copy = useCopy();
  const { _id: id } = profile;
  const shown = id.length > 2 * END + 1 ? `${id.slice(0, END)}…${id.slice(-END)}` : id;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 text-sm text-muted">
      <p>
        {t('profile.createdAt')} <span className="tabular">{formatDay(profile.createdAt)}</span>
      </p>
      <p className="inline-flex items-center">
        <span title={id}>
          {t('profile.id')} <span className="tabular">{shown}</span>
        </span>
        <IconButton
          icon="copy"
          label={`${t('common.copy')} ${t('profile.id')}`}
          onClick={() => copy(id)}
          className="text-accent"
        />
      </p>
    </div>
  );
}
