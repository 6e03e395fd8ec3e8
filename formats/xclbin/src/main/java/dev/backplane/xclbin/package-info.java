/**
 * The XRT container (an {@code xclbin}, C type {@code axlf}) and its sections: formats, no
 * behaviour.
 *
 * <p>{@link dev.backplane.xclbin.Xclbin} is the file, {@link dev.backplane.xclbin.Section} one part
 * of it. A section is bytes of some {@link dev.backplane.xclbin.SectionKind kind}; the kinds that
 * describe memories, kernels and clocks have a record each ({@link
 * dev.backplane.xclbin.MemTopology}, {@link dev.backplane.xclbin.IpLayout}, {@link
 * dev.backplane.xclbin.Connectivity}, {@link dev.backplane.xclbin.ClockFreqTopology}, {@link
 * dev.backplane.xclbin.DebugIpLayout}, {@link dev.backplane.xclbin.EmbeddedMetadata}) that decodes
 * and encodes it.
 *
 * <p>Everything here is immutable and may be shared between threads; builders belong to one thread.
 * Input is not trusted: whatever the bytes, the only exception is {@link
 * dev.backplane.xclbin.XclbinException}, and nothing is allocated by a size that was not checked
 * against the bytes that are there.
 */
package dev.backplane.xclbin;
