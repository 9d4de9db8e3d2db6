import { useEffect, useState } from 'react';
import { Button } from '../../ui/display/Button';
import type { IconName } from '../../ui/display/Icon';
import { useToast } from '../../ui/feedback/toasts';
import { useRole } from '../api/hooks';
import { type PlayerRewards, useGetPlayerRewardsQuery } from '../api/rewardApi';
import type { StateGrant } from '../api/types';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { DecideButton } from './DecideButton';
import { DecideDialog, type Question } from './DecideDialog';

type Text = ReturnType<typeof useSupportText>;

/** A complete amount; empty while it is being typed. */
const amountOf = (text = '') => (/^\d+(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : '');

/** How much one person may give alone. */
function limitText(t: Text, limit: string | null, currency: string): string {
  if (!limit) return t('support.reward.alwaysTwo');
  return t('support.reward.alone', { amount: moneyText({ amount: limit, currency }) });
}

/** Names the second person where the amount alone asks for one. */
const submitText = (t: Text, title: string, limit: string | null, amount: string) =>
  !limit || Number(amount) > Number(limit) ? t('support.reward.askSecond') : title;

interface Given {
  bonus: PlayerRewards['bonuses'][number];
  amount: string;
  currency: string;
  /** What the player holds in the wallet; what is at games only its provider knows. */
  held: string;
}

function previewText(t: Text, given: Given): string {
  const { bonus, currency, held } = given;
  const { successPercent: success, failPercent: fail, turnoverTimes: times } = bonus;
  const amount = moneyText({ amount: given.amount, currency });
  const wonAt = ((Number(held) + Number(given.amount)) * success) / 100;
  const won = moneyText({ amount: wonAt.toFixed(2), currency });
  // Nothing has to be played through.
  if (times === 0) return t('support.reward.bonusPreviewUnplayed', { amount, success, fail, won });
  return t('support.reward.bonusPreview', { amount, success, fail, times, won });
}

interface Asked {
  playerId: string;
  rewards: PlayerRewards;
  held: string;
}

function bonusQuestion(t: Text, { playerId, rewards, held }: Asked): Question {
  const { currency, bonuses, aloneUpTo = null } = rewards;
  const title = t('support.reward.giveBonus');
  return {
    title,
    submitLabel: ({ amount }) => submitText(t, title, aloneUpTo, amountOf(amount)),
    path: `players/${playerId}/bonuses`,
    done: t('support.done.bonusGiven'),
    lead: t('support.reward.giveBonusLead'),
    fields: [
      {
        name: 'code',
        label: t('support.reward.code'),
        value: bonuses[0]?.code ?? '',
        options: bonuses.map(({ code }) => ({ value: code, label: code })),
      },
      {
        name: 'amount',
        label: t('common.amount'),
        hint: limitText(t, aloneUpTo, currency),
        isNeeded: true,
      },
    ],
    basis: ({ code, amount }) => {
      const bonus = bonuses.find((each) => each.code === code);
      const given = amountOf(amount);
      if (!bonus || !given) return null;
      return (
        <p className="rounded-control bg-sunken p-4 text-sm">
          {previewText(t, { bonus, amount: given, currency, held })}
        </p>
      );
    },
  };
}

function couponQuestion(t: Text, { playerId, rewards }: Asked): Question {
  const { currency, prizes, aloneUpTo = null } = rewards;
  const money = (amount: string) => moneyText({ amount, currency });
  const title = t('support.reward.giveCoupon');
  const worth = (prize = '') => prizes.find(({ code }) => code === prize)?.amount ?? '';
  return {
    title,
    submitLabel: ({ prize }) => submitText(t, title, aloneUpTo, worth(prize)),
    path: `players/${playerId}/coupons`,
    done: t('support.done.couponGiven'),
    lead: t('support.reward.giveCouponLead'),
    fields: [
      {
        name: 'prize',
        label: t('support.reward.prize'),
        value: prizes[0]?.code ?? '',
        hint: limitText(t, aloneUpTo, currency),
        options: prizes.map(({ code, amount }) => ({
          value: code,
          label: `${code} · ${money(amount)}`,
        })),
      },
    ],
  };
}

function coinsQuestion(t: Text, { playerId, rewards }: Asked): Question {
  const { coinsAloneUpTo = null } = rewards;
  const title = t('support.reward.giveCoins');
  return {
    title,
    submitLabel: ({ coins }) => submitText(t, title, coinsAloneUpTo, amountOf(coins)),
    path: `players/${playerId}/coins`,
    done: t('support.done.coinsGiven'),
    lead: t('support.reward.giveCoinsLead', { coins: Number(rewards.coins) }),
    fields: [
      {
        name: 'coins',
        label: t('support.reward.coins'),
        hint: limitText(t, coinsAloneUpTo, 'COIN'),
        isNeeded: true,
      },
    ],
  };
}

interface GiveButtonProps {
  icon: IconName;
  title: string;
  playerId: string;
  held: string;
  question: (t: Text, asked: Asked) => Question;
}

/** Reads what may be given only when the dialog opens: each reading leaves an audit entry. */
function GiveButton({ icon, title, playerId, held, question }: GiveButtonProps) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [isOpen, setIsOpen] = useState(false);
  const { currentData, error, isFetching } = useGetPlayerRewardsQuery(playerId, { skip: !isOpen });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem is shown once.
  useEffect(() => {
    if (!error) return;
    toast.error(problemText(error));
    setIsOpen(false);
  }, [error]);
  return (
    <>
      <Button
        tone="secondary"
        icon={icon}
        className="min-h-11! px-4! text-sm"
        busy={isOpen && isFetching && !currentData}
        onClick={() => setIsOpen(true)}
      >
        {title}
      </Button>
      {isOpen && currentData && (
        <DecideDialog
          question={question(t, { playerId, rewards: currentData, held })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface RewardButtonsProps {
  playerId: string;
  /** What the wallet holds, on its way into games included. */
  held: string;
  /** The grant that has not ended. */
  grant: StateGrant | null;
}

/** Ends the active grant, and says why there is no other one. */
function EndGrant({ playerId, grant }: { playerId: string; grant: StateGrant }) {
  const t = useSupportText();
  return (
    <>
      <p className="w-full text-sm text-muted">
        {t('support.reward.oneAtATime', { code: grant.reference })}
      </p>
      <DecideButton
        icon="close"
        isAlarming
        question={{
          title: t('support.reward.endBonus'),
          path: `players/${playerId}/bonuses/${grant.id}/end`,
          done: t('support.done.bonusEnded'),
          lead: t('support.reward.endBonusLead', { code: grant.reference }),
          isDanger: true,
        }}
      />
    </>
  );
}

/** Gives a player a bonus, a coupon or coins, or ends the active grant. */
export function RewardButtons({ playerId, held, grant }: RewardButtonsProps) {
  const t = useSupportText();
  const isActing = useRole() !== 'auditor';
  if (!isActing) return null;
  const player = { playerId, held };
  return (
    <>
      {grant ? (
        <EndGrant playerId={playerId} grant={grant} />
      ) : (
        <>
          <GiveButton
            {...player}
            icon="gift"
            title={t('support.reward.giveBonus')}
            question={bonusQuestion}
          />
          <GiveButton
            {...player}
            icon="ticket"
            title={t('support.reward.giveCoupon')}
            question={couponQuestion}
          />
        </>
      )}
      <GiveButton
        {...player}
        icon="coin"
        title={t('support.reward.giveCoins')}
        question={coinsQuestion}
      />
    </>
  );
}
