/**
 * PKCS#7 signatures of containers: detached, DER, in the last bytes of the file, over all before
 * them as if there were none. Kept apart from the container format, so that whoever does not sign
 * or verify loads no cryptography.
 */
@NullMarked
package dev.backplane.xclbin.signature;

import org.jspecify.annotations.NullMarked;
