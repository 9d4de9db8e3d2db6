import { type ChangeEvent, useRef } from 'react';
import { useText } from '../../../intl/text';
import { Button } from '../../../ui/display/Button';
import { classNames } from '../../../ui/display/classNames';
import { Icon } from '../../../ui/display/Icon';
import { ErrorNote } from '../../../ui/feedback/ErrorNote';
import { SLIP_MB_MAX, SLIP_TYPES, type SlipFileFault } from './slipFile';

interface SlipPickerProps {
  fault: SlipFileFault | null;
  isReading: boolean;
  /** A file is being dragged over the dialog. */
  isOver: boolean;
  onPick: (file: File | null) => void;
}

/** Choose, photograph, drop or paste the slip picture. */
export function SlipPicker({ fault, isReading, isOver, onPick }: SlipPickerProps) {
  const t = useText();
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onPick(event.target.files?.[0] ?? null);
    // Choosing the same file again must count as a choice.
    event.target.value = '';
  };
  return (
    <div className="space-y-3">
      {fault && <ErrorNote>{t(`slip.${fault}`, { n: SLIP_MB_MAX })}</ErrorNote>}
      <div
        className={classNames(
          'flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-4 py-5 text-center pointer-fine:py-9',
          isOver ? 'border-accent bg-accent-soft' : 'border-edge',
        )}
      >
        <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Icon name="image" size={28} />
        </span>
        <p className="font-semibold pointer-coarse:hidden">{t('slip.drop')}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button icon="upload" busy={isReading} onClick={() => gallery.current?.click()}>
            {t('slip.choose')}
          </Button>
          <Button
            tone="secondary"
            icon="camera"
            onClick={() => camera.current?.click()}
            className="pointer-fine:hidden"
          >
            {t('slip.takePhoto')}
          </Button>
        </div>
        <p className="text-sm text-muted">{t('slip.formats', { n: SLIP_MB_MAX })}</p>
      </div>
      <input
        ref={gallery}
        type="file"
        accept={SLIP_TYPES}
        aria-label={t('slip.choose')}
        onChange={onChange}
        hidden
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('slip.takePhoto')}
        onChange={onChange}
        hidden
      />
    </div>
  );
}
