package dev.backplane.api.capi;

/**
 * A configuration record of an AFU.
 *
 * @param vendor the vendor
 * @param device the device
 * @param classCode the class code, of 24 bits
 */
public record AfuRecord(int vendor, int device, int classCode) {}
