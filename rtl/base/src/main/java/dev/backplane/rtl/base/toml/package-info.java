/** Reads the TOML files that people write: descriptions and tests of kernels. */
package dev.backplane.rtl.base.toml;
