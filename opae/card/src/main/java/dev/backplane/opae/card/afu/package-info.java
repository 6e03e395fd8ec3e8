/** The execution of accelerators: the memory they reach, their thread, their programs. */
package dev.backplane.opae.card.afu;
