import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useAppDispatch } from '../client/hooks';
import { useText } from '../intl/text';
import { type DialogName, dialogClosed } from '../ui/dialog/dialog';
import { Modal } from '../ui/dialog/Modal';
import { ModalSkeleton } from '../ui/dialog/ModalSkeleton';
import { lazyPart } from '../ui/feedback/lazyPart';
import { PartBoundary } from '../ui/feedback/PartBoundary';
import { useAppSelector } from './hooks';

type DialogComponent = ComponentType<{ onClose: () => void }>;
type Load = () => Promise<{ default: DialogComponent }>;

/** `../features/deposit/DepositDialog.tsx` is opened as `deposit`. */
const files = new Map<string, Load>(
  Object.entries(import.meta.glob<{ default: DialogComponent }>('../features/*/*Dialog.tsx')).map(
    ([path, load]) => {
      const file = /([A-Za-z]+)Dialog\.tsx$/.exec(path)?.[1] ?? path;
      return [file.charAt(0).toLowerCase() + file.slice(1), load];
    },
  ),
);

const dialogs = new Map([...files].map(([name, load]) => [name, lazyPart(load)] as const));

/** Fetches a dialog's file before it is opened. */
export const fetchDialog = (name: DialogName): Promise<unknown> | undefined => files.get(name)?.();

/** Most dialogs load before this delay ends, so they need no empty shell. */
export const SHELL_DELAY_MS = 200;

/** The shell that a tap opens on a slow connection until the dialog itself has loaded. */
function ComingDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SHELL_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <Modal title={t('common.loading')} onClose={onClose}>
      <ModalSkeleton />
    </Modal>
  );
}

/** Draws the open dialogs, the newest on top. */
export default function DialogHost() {
  const t = useText();
  const dispatch = useAppDispatch();
  const stack = useAppSelector((state) => state.dialog.stack);
  return (
    <>
      {stack.map(({ name, props }) => {
        const Dialog = dialogs.get(name);
        if (!Dialog) return null;
        const close = () => dispatch(dialogClosed(name));
        return (
          <PartBoundary
            key={name}
            frame={(face) => (
              <Modal title={t('common.error')} onClose={close}>
                {face}
              </Modal>
            )}
          >
            <Suspense fallback={<ComingDialog onClose={close} />}>
              <Dialog {...props} onClose={close} />
            </Suspense>
          </PartBoundary>
        );
      })}
    </>
  );
}
