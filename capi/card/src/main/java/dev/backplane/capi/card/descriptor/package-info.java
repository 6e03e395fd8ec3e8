/** AFU descriptors, in which an AFU describes itself. */
package dev.backplane.capi.card.descriptor;
