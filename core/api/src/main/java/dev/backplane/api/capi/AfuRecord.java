package dev.backplane.api.capi;

/**
 * A configuration record of an AFU.
 *
 * @param vendor the vendor
 * @param device the device
 * @param classCode the class code, of 24 bits
 * @param bytes how many bytes the record has, which {@link CoherentCard#record} reads
 */
public record AfuRecord(int vendor, int device, int classCode, int bytes) {}
