/** The front end on yosys: recovers words from its bits, and refuses what it would miscompile. */
package dev.backplane.rtl.yosys;
