// The views of a run that are not seen at first, in one piece of code, which views/tabs.ts fetches.
import "./timing/export-menu";
import "./hooks/hooks-view";
import "./timing/icicle-view";
import "./ops/ops-table";
import "./timing/timing-table";
import "./timing/timing-text";
