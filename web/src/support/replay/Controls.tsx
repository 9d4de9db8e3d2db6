import { useState } from 'react';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { Notice } from '../../ui/feedback/Notice';
import { inputClass } from '../../ui/field/Field';
import { useGetSeriesQuery } from '../api/replayApi';
import { useSupportText } from '../intl/text';
import { BalanceLine } from './BalanceLine';
import { EndButton } from './EndButton';
import { ExportButtons } from './ExportButtons';
import type { Position } from './position';
import { useReplayWords } from './words';

interface ControlsProps {
  playerId: string;
  total: number;
  /** The buckets that the wallet has. */
  accounts: string[];
  position: Position;
}

function Steps({ total, position }: { total: number; position: Position }) {
  const t = useSupportText();
  const { at, goTo, goLive } = position;
  const isFirst = at <= 1;
  const isLast = at >= total;
  return (
    <div className="flex items-center">
      <EndButton
        end="first"
        label={t('support.replay.first')}
        disabled={isFirst}
        onClick={() => goTo(1)}
      />
      <IconButton
        icon="chevronLeft"
        label={t('support.replay.back')}
        disabled={isFirst}
        onClick={() => goTo(at - 1)}
      />
      <p aria-live="polite" className="tabular min-w-24 px-1 text-center text-sm">
        {t('support.replay.position', { at, total })}
      </p>
      <IconButton
        icon="chevronRight"
        label={t('support.replay.forward')}
        disabled={isLast}
        onClick={() => goTo(at + 1)}
      />
      <EndButton
        end="newest"
        label={t('support.replay.newest')}
        disabled={position.isLive}
        onClick={goLive}
      />
    </div>
  );
}

function Liveness({ position }: { position: Position }) {
  const t = useSupportText();
  if (position.isLive) {
    return (
      <p className="flex items-center gap-2 text-sm text-positive">
        <span aria-hidden="true" className="size-2 rounded-full bg-positive" />
        {t('support.replay.live')}
      </p>
    );
  }
  return (
    <Notice tone="caution">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p>{t('support.replay.paused')}</p>
        <button
          type="button"
          onClick={position.goLive}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          {t('support.replay.toNow')}
        </button>
      </div>
    </Notice>
  );
}

export function Controls({ playerId, total, accounts, position }: ControlsProps) {
  const t = useSupportText();
  const words = useReplayWords();
  const [account, setAccount] = useState('main');
  const { data: points = [] } = useGetSeriesQuery({ id: playerId, account, total });
  const { at, pin, goTo, setPin } = position;
  return (
    <Card className="kept-in-view py-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 className="text-lg font-semibold">{t('support.replay.title')}</h2>
        <label className="flex items-center gap-3 text-sm text-muted">
          {t('support.replay.balanceOf')}
          <span className="relative">
            <select
              value={account}
              onChange={(event) => setAccount(event.target.value)}
              className={inputClass(false, 'w-auto! appearance-none pe-11 text-ink')}
            >
              {accounts.map((code) => (
                <option key={code} value={code}>
                  {words.account(code)}
                </option>
              ))}
            </select>
            <Icon
              name="chevronDown"
              size={20}
              className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2"
            />
          </span>
        </label>
        <div className="sm:ms-auto">
          <Liveness position={position} />
        </div>
      </div>
      {/* As far in as the middle of the slider's thumb is at its ends. */}
      <div className="mx-2 border-b border-line">
        <BalanceLine points={points} total={total} at={at} pin={pin} />
      </div>
      <input
        type="range"
        min={1}
        max={total}
        step={1}
        value={at}
        onChange={(event) => goTo(Number(event.target.value))}
        aria-label={t('support.replay.slider')}
        aria-valuetext={t('support.replay.position', { at, total })}
        aria-describedby="replay-keys"
        className="block h-11 w-full cursor-pointer accent-accent"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Steps total={total} position={position} />
        <div className="flex flex-wrap gap-2">
          {pin === null ? (
            <Button tone="secondary" onClick={() => setPin(at)}>
              {t('support.compare.pin')}
            </Button>
          ) : (
            <Button tone="secondary" icon="close" onClick={() => setPin(null)}>
              {t('support.compare.unpin', { at: pin })}
            </Button>
          )}
          <ExportButtons playerId={playerId} position={position} />
        </div>
      </div>
      <p id="replay-keys" className="mt-2 text-xs text-muted">
        {t('support.replay.keys')}
      </p>
    </Card>
  );
}
