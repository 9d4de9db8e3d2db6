/** What is pressed. */
import { useState } from 'react';
import { useText } from '../intl/text';
import { Step } from '../ui/dialog/Step';
import { Button, type ButtonTone } from '../ui/display/Button';
import { Carousel } from '../ui/display/Carousel';
import { IconButton } from '../ui/display/IconButton';
import { Pager } from '../ui/display/Pager';
import { Tabs } from '../ui/display/Tabs';
import { CopyRow } from '../ui/feedback/CopyRow';
import { AppearanceMenu } from '../ui/field/AppearanceMenu';
import { QuickAmounts } from '../ui/field/QuickAmounts';
import type { Pages } from './pages';
import { State } from './State';

const TONES: ButtonTone[] = ['primary', 'secondary', 'quiet', 'danger'];
const none = () => undefined;

function ButtonStates() {
  const t = useText();
  return (
    <>
      {TONES.map((tone) => (
        <State key={tone} name={`tone="${tone}", icon, busy, disabled`}>
          <div className="flex flex-wrap gap-2">
            <Button tone={tone}>{t('common.save')}</Button>
            <Button tone={tone} icon="deposit">
              {t('nav.home')}
            </Button>
            <Button tone={tone} busy>
              {t('common.save')}
            </Button>
            <Button tone={tone} disabled>
              {t('common.save')}
            </Button>
          </div>
        </State>
      ))}
      <State name="wide">
        <Button wide>{t('common.confirm')}</Button>
      </State>
    </>
  );
}

function IconButtonStates() {
  const t = useText();
  const [isHidden, setIsHidden] = useState(false);
  return (
    <>
      <State name="label is the spoken name">
        <IconButton icon="refresh" label={t('common.refresh')} />
      </State>
      <State name="aria-pressed">
        <IconButton
          icon={isHidden ? 'eyeOff' : 'eye'}
          label={t(isHidden ? 'shell.balance.show' : 'shell.balance.hide')}
          aria-pressed={isHidden}
          onClick={() => setIsHidden(!isHidden)}
        />
      </State>
      <State name="busy">
        <IconButton icon="refresh" label={t('common.refresh')} busy />
      </State>
      <State name="disabled">
        <IconButton icon="chevronLeft" label={t('common.previous')} disabled />
      </State>
    </>
  );
}

function CopyRowStates() {
  const t = useText();
  return (
    <>
      <State name="value">
        <CopyRow label={t('bank.accountNo')} value="1234567890" shown="123-456-7890" />
      </State>
      <State name="toastText: a secret is not named">
        <CopyRow label={t('auth.password')} value="aB3-secret" shown="••••••" toastText="••••••" />
      </State>
    </>
  );
}

function PagerStates() {
  const [page, setPage] = useState(5);
  return (
    <>
      <State name="three before, one after">
        <Pager name="nine pages" page={page} total={90} limit={10} onPage={setPage} />
      </State>
      <State name="page={1}">
        <Pager name="at the start" page={1} total={23} limit={10} onPage={none} />
      </State>
      <State name="busy">
        <Pager name="busy" page={2} total={23} limit={10} onPage={none} busy />
      </State>
      <State name="one page">
        <Pager page={1} total={4} limit={10} onPage={none} />
      </State>
    </>
  );
}

function QuickAmountsStates() {
  const amounts = ['100', '300', '500', '1000'];
  return (
    <>
      <State name="amounts">
        <QuickAmounts amounts={amounts} onPick={none} />
      </State>
      <State name="all">
        <QuickAmounts amounts={amounts} onAll={none} onPick={none} />
      </State>
      <State name="disabled">
        <QuickAmounts amounts={amounts} disabled onPick={none} />
      </State>
    </>
  );
}

function TabsStates() {
  const t = useText();
  const [value, setValue] = useState('slot');
  const tabs = (['slot', 'sport', 'lotto'] as const).map((each) => ({
    value: each as string,
    label: t(`game.${each}`),
  }));
  return (
    <State name="arrow keys move on">
      <Tabs label={t('nav.home')} tabs={tabs} value={value} onChange={setValue}>
        <p>{tabs.find((tab) => tab.value === value)?.label}</p>
      </Tabs>
    </State>
  );
}

const cards = (count: number) =>
  Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of samples.
    <Button key={at} tone="secondary" wide>
      {at + 1}
    </Button>
  ));

function CarouselStates() {
  const t = useText();
  return (
    <>
      <State name="seven: three in view, and buttons" bare>
        <Carousel title={t('game.slot')}>{cards(7)}</Carousel>
      </State>
      <State name="two: nothing to scroll" bare>
        <Carousel title={t('game.lotto')}>{cards(2)}</Carousel>
      </State>
    </>
  );
}

function StepStates() {
  const t = useText();
  const [at, setAt] = useState(1);
  return (
    <State name="another name takes the focus">
      <Step name={String(at)}>
        <p className="mb-3">{at}</p>
      </Step>
      <Button tone="secondary" onClick={() => setAt(at + 1)}>
        {t('common.next')}
      </Button>
    </State>
  );
}

const AppearanceMenuStates = () => (
  <State name="closed; languages and looks when open">
    <AppearanceMenu />
  </State>
);

export const actions: Pages = {
  Button: ButtonStates,
  IconButton: IconButtonStates,
  CopyRow: CopyRowStates,
  Pager: PagerStates,
  QuickAmounts: QuickAmountsStates,
  Tabs: TabsStates,
  Carousel: CarouselStates,
  Step: StepStates,
  AppearanceMenu: AppearanceMenuStates,
};
