/** What is read. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { generatedMoneyApi } from '../api/generated/generatedMoney';
import type { Bonus, Quote, QuoteFigures, Slot } from '../api/types';
import type { AppDispatch } from '../app/store';
import { useText } from '../intl/text';
import { ClosingOffers } from '../ui/dialog/ClosingOffers';
import { Asked } from '../ui/display/Asked';
import { BankBadge, ProviderBadge } from '../ui/display/Badge';
import { BannerSlides } from '../ui/display/BannerSlides';
import { Card } from '../ui/display/Card';
import { Figure, FigureList } from '../ui/display/FigureList';
import { GameMoney } from '../ui/display/GameMoney';
import { Icon, type IconName } from '../ui/display/Icon';
import { Moment } from '../ui/display/Moment';
import { Money } from '../ui/display/Money';
import { QrPicture } from '../ui/display/QrPicture';
import { QuoteCost } from '../ui/display/QuoteCost';
import { SafeHtml } from '../ui/display/SafeHtml';
import { StatusBadge } from '../ui/display/StatusBadge';
import { svgAddress } from '../ui/display/svgAddress';
import type { Pages } from './pages';
import { State } from './State';

const GAME: Slot = {
  code: 'pg',
  name: 'PG Soft',
  category: 'slot',
  isActive: true,
  amount: '300.00',
  readAt: '2026-11-21T10:00:00Z',
  ftWalletSlot: '1',
  logo: null,
  background: null,
  colour: '#3546c8',
  web: null,
  android: null,
  ios: null,
  maintenance: false,
};

function MoneyStates() {
  return (
    <>
      <State name="direction: in, out, none">
        <div className="grid justify-items-end gap-1">
          <Money amount="1500.00" direction="in" />
          <Money amount="12345678.90" direction="out" />
          <Money amount="0.00" />
        </div>
      </State>
      <State name='currency="LAK"'>
        <Money amount="1250000" currency="LAK" />
      </State>
      <State name="alwaysShown: stays when amounts are hidden">
        <Money amount="100.00" alwaysShown />
      </State>
    </>
  );
}

function AskedStates() {
  return [false, true].map((isAsked) => (
    <State key={String(isAsked)} name={`isAsked={${isAsked}}`}>
      <Asked isAsked={isAsked}>
        <Money amount="1500.00" />
      </Asked>
    </State>
  ));
}

function GameMoneyStates() {
  return (
    <State name="slot">
      <GameMoney slot={GAME} currency="THB" />
    </State>
  );
}

function MomentStates() {
  const time = '2026-11-21T10:00:00Z';
  return (['both', 'absolute', 'relative'] as const).map((shown) => (
    <State key={shown} name={`show="${shown}"`}>
      <Moment time={time} show={shown} />
    </State>
  ));
}

function StatusBadgeStates() {
  return ['PENDING', 'SUCCESS', 'FAILED', 'ANYTHING ELSE'].map((status) => (
    <State key={status} name={`status="${status}"`}>
      <StatusBadge status={status} />
    </State>
  ));
}

function BankBadgeStates() {
  return (
    <State name="code, size">
      <div className="flex flex-wrap items-center gap-2">
        {['SCB', 'KBANK', 'GSB', 'BCEL', 'BAY', 'OTHER'].map((code) => (
          <BankBadge key={code} code={code} />
        ))}
        <BankBadge code="KTB" size={28} />
      </div>
    </State>
  );
}

function ProviderBadgeStates() {
  return (
    <State name="logo, or the initials of the name">
      <div className="flex items-center gap-2">
        <ProviderBadge name="Slot Racha" colour="#fec43b" />
        <ProviderBadge name="betflix" colour="#4e2e7f" />
        <ProviderBadge name="logo" logo="/icon.svg" />
      </div>
    </State>
  );
}

function CardStates() {
  const t = useText();
  return (
    <>
      <State name="padded" bare>
        <Card>{t('nav.home')}</Card>
      </State>
      <State name="flush" bare>
        <Card flush>{t('nav.home')}</Card>
      </State>
    </>
  );
}

function FigureListStates() {
  const t = useText();
  return (
    <State name="rows of Figure">
      <FigureList>
        <Figure label={t('withdraw.amount')}>
          <Money amount="1500.00" />
        </Figure>
        <Figure label={t('bank.accountNo')}>123-456-7890</Figure>
      </FigureList>
    </State>
  );
}

const HTML = {
  th: '<p><b>ชวนเพื่อน</b> รับส่วนแบ่ง</p>',
  la: '<p><b>ຊວນໝູ່</b> ຮັບສ່ວນແບ່ງ</p>',
  en: '<p><b>Invite friends</b> and get a share</p>',
};

function BannerSlidesStates() {
  const t = useText();
  const banners = ['/icon.svg', '/icon-512.png', '/icon-192.png'].map((image) => ({
    image,
    html: HTML,
  }));
  return (
    <>
      <State name="several">
        <BannerSlides label={t('nav.home')} banners={banners} />
      </State>
      <State name="one: no buttons">
        <BannerSlides label={t('nav.home')} banners={banners.slice(0, 1)} />
      </State>
    </>
  );
}

function SafeHtmlStates() {
  return (
    <>
      <State name="the operator's markup">
        <SafeHtml html="<p>A <b>bold</b> word, <a href='https://example.org'>a link</a>.</p><ul><li>One</li></ul>" />
      </State>
      <State name="what is dangerous is gone">
        <SafeHtml html="<p onclick=alert(1)>Text</p><script>alert(1)</script>" />
      </State>
    </>
  );
}

const ICONS: IconName[] = [
  'home',
  'user',
  'wallet',
  'deposit',
  'withdraw',
  'transfer',
  'statement',
];

function IconStates() {
  return [16, 24, 40].map((size) => (
    <State key={size} name={`size={${size}}`}>
      <div className="flex flex-wrap gap-2">
        {ICONS.map((name) => (
          <Icon key={name} name={name} size={size} />
        ))}
      </div>
    </State>
  ));
}

/** A drawing of two squares: enough to see the frame. */
const SQUARES = '<svg viewBox="0 0 4 4"><path d="M0 0h2v2H0zM2 2h2v2H2z"/></svg>';

function QrPictureStates() {
  const address = svgAddress(SQUARES) ?? '';
  return [false, true].map((hasMargin) => (
    <State key={String(hasMargin)} name={`hasMargin={${hasMargin}}`}>
      <QrPicture address={address} alt="QR" hasMargin={hasMargin} className="size-44" />
    </State>
  ));
}

const QUOTE: Quote = {
  status: 'READY',
  code: null,
  depositNeeded: null,
  closesOnWithdrawal: true,
  closesOnPlay: true,
  figures: {
    basis: 'PROVIDERS',
    amount: '300.00',
    total: '500.00',
    base: '800.00',
    successFrom: '2400.00',
    failTo: '80.00',
    turnoverNeeded: '0.00',
    expiresAt: '2026-12-22T05:00:00Z',
    locked: '800.00',
  },
};

function QuoteCostStates() {
  const t = useText();
  const figures = QUOTE.figures as QuoteFigures;
  return (
    <>
      <State name="question">
        <QuoteCost quote={QUOTE} currency="THB" question={t('bonus.question')} />
      </State>
      <State name="bets are asked for, without an end">
        <QuoteCost
          quote={{
            ...QUOTE,
            figures: { ...figures, turnoverNeeded: '2400.00', expiresAt: null },
          }}
          currency="THB"
        />
      </State>
      <State name='status="UNKNOWN": by the books'>
        <QuoteCost
          quote={{ ...QUOTE, status: 'UNKNOWN', figures: { ...figures, basis: 'BOOKS' } }}
          currency="THB"
        />
      </State>
      <State name="without a condition">
        <QuoteCost
          quote={{
            ...QUOTE,
            closesOnPlay: false,
            closesOnWithdrawal: false,
            figures: { ...figures, locked: '0.00' },
          }}
          currency="THB"
        />
      </State>
    </>
  );
}

const OFFER: Bonus = {
  code: 'WELCOME',
  title: { th: 'โบนัสแรกเข้า', la: 'ໂບນັດທຳອິດ', en: 'Welcome bonus' },
  banners: [],
  amount: null,
  percent: 100,
  cap: '300.00',
  minDeposit: '100.00',
  maxWithdraw: null,
  expireDays: 30,
  isReceived: false,
  maxReceived: 1,
  receivedCount: 0,
  percentFail: '10',
  successPercent: '300',
  turnoverTimes: 0,
  type: 'limit',
  userBonus: { _id: null, isActive: false, received: [] },
  quote: QUOTE,
};

function ClosingOffersStates() {
  const dispatch = useDispatch<AppDispatch>();
  const [isListed, setIsListed] = useState(false);
  useEffect(() => {
    const list = { bonuses: [OFFER], asOf: '2026-11-22T05:00:00Z' };
    dispatch(generatedMoneyApi.util.upsertQueryData('listBonuses', {}, list));
    setIsListed(true);
  }, [dispatch]);
  return (['withdrawal', 'play'] as const).map((act) => (
    <State key={act} name={`act="${act}"`}>
      {isListed && <ClosingOffers act={act} isNear />}
    </State>
  ));
}

export const figures: Pages = {
  Money: MoneyStates,
  Asked: AskedStates,
  GameMoney: GameMoneyStates,
  Moment: MomentStates,
  StatusBadge: StatusBadgeStates,
  BankBadge: BankBadgeStates,
  ProviderBadge: ProviderBadgeStates,
  Card: CardStates,
  FigureList: FigureListStates,
  Figure: FigureListStates,
  BannerSlides: BannerSlidesStates,
  SafeHtml: SafeHtmlStates,
  Icon: IconStates,
  QrPicture: QrPictureStates,
  QuoteCost: QuoteCostStates,
  ClosingOffers: ClosingOffersStates,
};
