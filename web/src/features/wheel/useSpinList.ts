import { useEffect, useState } from 'react';
import { usePages } from '../../api/usePages';
import { type SpinPage, useGetSpinsQuery } from '../../api/wheelApi';
import { checkSpin, type Verdict } from './checkSpin';

const PAGE_SIZE = 10;

/** The verdicts of a page of spins, computed here; a spin that is not in it is being computed. */
function useVerdicts(page: SpinPage | undefined): ReadonlyMap<string, Verdict> {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  useEffect(() => {
    if (!page) return;
    let isCurrent = true;
    const checked = page.spins.map(async (spin) => [spin.id, await checkSpin(spin, page)] as const);
    Promise.all(checked).then((entries) => {
      if (isCurrent) setVerdicts(new Map(entries));
    });
    return () => {
      isCurrent = false;
    };
  }, [page]);
  return verdicts;
}

/** A page of the member's spins, and what this device has found of each. */
export function useSpinList() {
  const list = usePages(useGetSpinsQuery, PAGE_SIZE);
  return { list, verdicts: useVerdicts(list.data) };
}

export type SpinList = ReturnType<typeof useSpinList>;
