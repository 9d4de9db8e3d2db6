import { type ComponentType, lazy, Suspense } from 'react';
import { type DialogName, dialogClosed } from './dialog';
import { useAppDispatch, useAppSelector } from './hooks';
import { withMessages } from './lazyPart';

type DialogComponent = ComponentType<{ onClose: () => void }>;

const files = import.meta.glob<{ default: DialogComponent }>('../features/*/*Dialog.tsx');

/** `../features/deposit/DepositDialog.tsx` is opened as `deposit`. */
const dialogs = new Map<string, DialogComponent>(
  Object.entries(files).map(([path, load]) => {
    const file = /([A-Za-z]+)Dialog\.tsx$/.exec(path)?.[1] ?? path;
    return [file.charAt(0).toLowerCase() + file.slice(1), lazy(withMessages(load))];
  }),
);

/** Draws the open dialogs, the newest on top. */
export default function DialogHost() {
  const dispatch = useAppDispatch();
  const stack = useAppSelector((state) => state.dialog.stack);
  const close = (name: DialogName) => dispatch(dialogClosed(name));
  return (
    <>
      {stack.map(({ name, props }) => {
        const Dialog = dialogs.get(name);
        if (!Dialog) return null;
        return (
          <Suspense key={name} fallback={null}>
            <Dialog {...props} onClose={() => close(name)} />
          </Suspense>
        );
      })}
    </>
  );
}
