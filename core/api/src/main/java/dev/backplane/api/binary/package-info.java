/**
 * Device binaries: code for devices with a description of it, several in one container.
 *
 * <p>A {@link dev.backplane.api.binary.DeviceBinary} is code for one target with options, kernel
 * names and properties; {@link dev.backplane.api.binary.BinaryContainer} reads and writes several
 * of them as one file, in the offload binary format of LLVM ({@link
 * dev.backplane.api.binary.OffloadBinary}); {@link dev.backplane.api.binary.BinarySelection} says
 * which of them a device takes.
 */
package dev.backplane.api.binary;
