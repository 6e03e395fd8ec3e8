/* How the program ends by its own faults while a JVM is in its process. */
#ifndef BACKPLANE_FAULTS_H
#define BACKPLANE_FAULTS_H

/* Called just before the JVM is made. */
void faults_before_vm(void);

#endif
