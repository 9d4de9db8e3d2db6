import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useText } from '../intl/text';
import { Modal } from '../ui/Modal';
import { ModalSkeleton } from '../ui/ModalSkeleton';
import { PartBoundary } from '../ui/PartBoundary';
import { type DialogName, dialogClosed } from './dialog';
import { useAppDispatch, useAppSelector } from './hooks';
import { lazyPart } from './lazyPart';

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

/** Most dialogs come faster than an empty one could be looked at. */
const SHELL_DELAY_MS = 200;

/** What a tap gets on a slow line until the dialog itself is here. */
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
