/**
 * AXI4, AXI4-Lite and AXI4-Stream: the master at the registers of a kernel, the memory behind its
 * masters, the ends of its streams ({@link dev.backplane.rtl.harness.axi.AxiStreams}), the rules,
 * and the control through registers.
 */
package dev.backplane.rtl.harness.axi;
