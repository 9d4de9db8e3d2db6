import { useState } from 'react';
import { useLocation } from 'wouter';
import { useLocalText } from '../../../intl/localText';
import { formatMoment } from '../../../intl/moment';
import { useMoneyText } from '../../../intl/moneyText';
import { useText } from '../../../intl/text';
import { useDialog } from '../../../ui/dialog/dialog';
import { Icon, type IconName } from '../../../ui/display/Icon';
import { UsualTime } from '../../../ui/statement/UsualTime';
import { NewsFrame, QuietNews } from './NewsFrame';
import { type News, nameOf } from './news';
import { useNews } from './useNews';

const ICONS: Record<News['kind'], IconName> = {
  deposit: 'clock',
  slip: 'clock',
  qr: 'clock',
  transfer: 'clock',
  invite: 'gift',
  cashback: 'cashback',
  grant: 'gift',
  prize: 'wheel',
};

interface NewsLineProps {
  currency: string;
  /** Whether the member has opened a game, or has money. */
  hasStarted: boolean;
  /** What friends have earned the member. */
  invite: string;
}

/** The most urgent news in one line, one tap to act; a second tap shows the others. */
export function NewsLine({ currency, hasStarted, invite }: NewsLineProps) {
  const t = useText();
  const news = useNews(invite);
  const [isOpen, setOpen] = useState(false);
  const others = news.length - 1;
  return (
    <NewsFrame>
      {news.length === 0 && <QuietNews hasStarted={hasStarted} />}
      <ul className="divide-y divide-white/15">
        {(isOpen ? news : news.slice(0, 1)).map((item, at) => (
          <li key={nameOf(item)} className="flex items-center">
            <Item news={item} currency={currency} />
            {at === 0 && others > 0 && (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="min-h-14 shrink-0 px-4 text-xs font-semibold text-on-hero-muted hover:text-on-hero"
              >
                {t(isOpen ? 'home.news.less' : 'home.news.more', { n: others })}
              </button>
            )}
          </li>
        ))}
      </ul>
    </NewsFrame>
  );
}

function Item({ news, currency }: { news: News; currency: string }) {
  const t = useText();
  const act = useAct(news);
  const words = useWords(currency);
  const { text, action } = words(news);
  return (
    <button
      type="button"
      onClick={act}
      className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-1.5 ps-4 pe-4 text-start text-xs hover:bg-white/8 @xl:ps-6 @xl:text-sm"
    >
      <Icon name={ICONS[news.kind]} size={20} className="shrink-0 text-gold-light" />
      <span className="min-w-0 flex-1 font-medium">
        {text}
        {news.kind === 'grant' && <Band grant={news.grant} />}
        {news.kind === 'slip' && !news.isWithStaff && (
          <span className="block font-normal text-on-hero-muted">
            <UsualTime />
          </span>
        )}
      </span>
      {action && (
        <span className="shrink-0 rounded-full bg-gold px-3 py-1 font-semibold text-on-gold">
          {t(action)}
        </span>
      )}
    </button>
  );
}

/** The target of one tap. */
function useAct(news: News): () => void {
  const dialog = useDialog();
  const [, navigate] = useLocation();
  if (news.kind === 'deposit' || news.kind === 'transfer') return () => navigate('/user/statement');
  if (news.kind === 'slip') return () => dialog.open('slips', {});
  if (news.kind === 'qr') return () => dialog.open('deposit', { method: 'qr' });
  if (news.kind === 'invite') return () => dialog.open('inviteClaim', {});
  if (news.kind === 'grant') return () => navigate('/user/bonus');
  if (news.kind === 'prize') return () => dialog.open('wheel', {});
  return () => dialog.open('refund', {});
}

function useWords(currency: string) {
  const t = useText();
  const local = useLocalText();
  const money = useMoneyText(currency);
  return (news: News): { text: string; action?: 'common.receive' | 'home.news.use' } => {
    if (news.kind === 'deposit') {
      const id = news.isWithStaff ? 'home.news.withStaff' : 'home.news.checked';
      return { text: t(id, { amount: money(news.amount) }) };
    }
    if (news.kind === 'slip') {
      const id = news.isWithStaff ? 'home.news.slipWithStaff' : 'home.news.slip';
      return { text: t(id, { n: news.count }) };
    }
    if (news.kind === 'qr') {
      const until = formatMoment(news.until).slice(-8, -3);
      return { text: t('home.news.qr', { amount: money(news.amount), until }) };
    }
    if (news.kind === 'transfer') {
      return { text: t('home.news.transfer', { amount: money(news.amount) }) };
    }
    if (news.kind === 'invite') {
      return { text: `${t('invite.bonus')} ${money(news.amount)}`, action: 'common.receive' };
    }
    if (news.kind === 'cashback') {
      const until = formatMoment(news.until).slice(0, -3);
      const text = t('home.news.cashback', { amount: money(news.amount), until });
      return { text, action: 'common.receive' };
    }
    if (news.kind === 'prize') {
      const name = local(news.coupon.prize.name);
      return { text: t('home.news.prize', { name }), action: 'home.news.use' };
    }
    const { title, code, total, successFrom } = news.grant;
    return {
      text: t('home.news.grant', {
        title: local(title ?? undefined) || code,
        total: money(total),
        target: money(successFrom),
      }),
    };
  };
}

/** A bar of a grant's progress; the figures are next to it. */
function Band({ grant }: { grant: Extract<News, { kind: 'grant' }>['grant'] }) {
  const share = Number(grant.total) / Number(grant.successFrom);
  const percent = Math.round(Math.min(1, Math.max(0.03, share)) * 100);
  return (
    <span
      aria-hidden="true"
      className="mt-1 block h-1 max-w-80 overflow-hidden rounded-full bg-white/20"
    >
      <span className="block h-full rounded-full bg-gold" style={{ width: `${percent}%` }} />
    </span>
  );
}
