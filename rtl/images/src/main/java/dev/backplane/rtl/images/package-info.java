/**
 * Images: an XRT container whose BITSTREAM section is a zip archive with a manifest and, for each
 * kernel, its description and its netlist or the name of a Java class. {@link
 * dev.backplane.rtl.images.ImageBuild} builds images, {@link dev.backplane.rtl.images.RtlImage}
 * reads them.
 */
package dev.backplane.rtl.images;
