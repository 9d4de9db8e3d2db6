import type { ReactNode } from 'react';
import { useExclusion, useFreeze } from '../../api/limitsApi';
import type { Wallet } from '../../api/types';
import { FreezeNotice } from '../../ui/dialog/FreezeNotice';
import { BreakNotice } from '../../ui/feedback/BreakNotice';
import { lazyPart } from '../../ui/feedback/lazyPart';
import { PartBoundary } from '../../ui/feedback/PartBoundary';
import { BankNameNotice } from './BankNameNotice';

const Notices = lazyPart(() => import('./notices/Notices'));

/** A part that the page can do without. */
export function Part({ children }: { children: ReactNode }) {
  return <PartBoundary frame={() => null}>{children}</PartBoundary>;
}

/** What the player has to know first: about the own account, and from the operator. */
export function HomeNotices({ account }: { account: Wallet['bankAccount'] }) {
  const exclusion = useExclusion();
  const frozen = useFreeze();
  return (
    <>
      <BankNameNotice account={account} />
      {frozen && <FreezeNotice reach={frozen} />}
      {exclusion && <BreakNotice exclusion={exclusion} />}
      <Part>
        <Notices />
      </Part>
    </>
  );
}
